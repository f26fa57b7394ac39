import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const hasSystemd = existsSync('/usr/bin/systemd-analyze')

/** The systemd units, with the release folder replaced by this one. */
function copyUnits(): { dir: string; units: string[] } {
  const dir = mkdtempSync(join(tmpdir(), 'units-'))
  const units = readdirSync('deploy').filter((name) => /\.(?:service|socket|timer)$/.test(name))
  for (const name of units) {
    const unit = readFileSync(join('deploy', name), 'utf8')
    writeFileSync(join(dir, name), unit.replaceAll('/opt/site/current', process.cwd()))
  }
  return { dir, units }
}

test.skipIf(!hasSystemd)('systemd-analyze verifies the units (skipped without systemd)', () => {
  const { dir, units } = copyUnits()
  const args = ['verify', '--man=no', ...units.map((name) => join(dir, name))]
  const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect({
    status,
    output: stderr.split('\n').filter((line) => line.includes(dir) || line.includes('site')),
  }).toEqual({ status: 0, output: [] })
})

test.skipIf(!hasSystemd)('systemd-analyze security scores both services below 1.5', () => {
  const { dir } = copyUnits()
  for (const name of ['site.service', 'site-backup.service']) {
    const args = ['security', '--offline=true', '--no-pager', join(dir, name)]
    const output = execFileSync('systemd-analyze', args, { encoding: 'utf8' })
    expect(Number(/exposure level for \S+ ([\d.]+)/.exec(output)?.[1])).toBeLessThan(1.5)
  }
})

test('the systemd unit restarts the server without limit', () => {
  const unit = readFileSync('deploy/site.service', 'utf8')
  expect(unit).toMatch(/^Restart=always$/m)
  // By default systemd gives up after five starts in ten seconds.
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
})
