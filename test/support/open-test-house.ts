import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config.ts'
import type { AssetFile } from '#server/asset-files.ts'
import { openHouse } from '#server/open-house.ts'
import { makeSiteBuild } from '#server/site-build.ts'
import { compress, encodedBody } from '#site/encoded-body.ts'
import { newTarget, type DialectName } from './databases.ts'

/** The whole server without its port, on an empty database. */
export async function openTestHouse(dialect: DialectName, env: Record<string, string> = {}) {
  const target = await newTarget(dialect)
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'house-')),
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: 'a secret for tests, of more than 32 characters',
    SUBMISSIONS_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    ...env,
  })
  const script = encodedBody(Buffer.from('export {}'))
  await compress(script)
  const dot = encodedBody(Buffer.from([137, 80, 78, 71]))
  const assets = new Map<string, AssetFile>([
    ['/assets/n.js', { body: script, contentType: 'text/javascript' }],
    ['/assets/dot.png', { body: dot, contentType: 'image/png' }],
  ])
  const house = await openHouse(config, { build, assets })
  await house.compressed()
  return house
}

const build = makeSiteBuild({
  islandModules: { newsletter: ['/assets/n.js'], contact: ['/assets/c.js'] },
  loader: '',
})
