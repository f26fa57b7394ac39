import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { freshClone } from '../support/fresh-clone.ts'

let release: string

/** A built copy of the repository. */
beforeAll(() => {
  release = freshClone()
  cpSync('dist', join(release, 'dist'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(release, 'node_modules'))
  execFileSync('chmod', ['-R', 'a+rX,go-w', release])
})
afterAll(() => rmSync(release, { recursive: true }))

const nobody = { uid: 65_534, gid: 65_534 }

/** Whether this process is root and user nobody can read the project. */
function canBeNobody(): boolean {
  if (process.getuid?.() !== 0) return false
  return spawnSync(process.execPath, ['--version'], nobody).status === 0
}

test.skipIf(!canBeNobody())(
  'a user who can write only the data folder can start the release and run its commands (needs root and a folder that others can read)',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
    chownSync(dataDir, nobody.uid, nobody.gid)
    const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir }
    const child = spawn(process.execPath, ['tools/commands.mjs', 'start'], {
      cwd: release,
      env,
      ...nobody,
    })
    onTestFinished(() => void child.kill('SIGTERM'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    await vi.waitFor(() => expect(output).toMatch(/^Mail /m), { timeout: 20_000 })
    expect(output).not.toContain('Building')
    const admin = spawnSync(process.execPath, ['tools/commands.mjs', 'admin', 'stats'], {
      cwd: release,
      env,
      ...nobody,
      encoding: 'utf8',
    })
    expect({ code: admin.status, stderr: admin.stderr }).toEqual({ code: 0, stderr: '' })
    expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
  },
)

function run(...command: string[]) {
  return spawnSync(process.execPath, ['tools/commands.mjs', ...command], {
    cwd: release,
    env: { PATH: process.env['PATH'], DATA_DIR: join(release, 'data') },
    encoding: 'utf8',
  })
}

test('after a build that fails on the content, commands run on the previous build', () => {
  const server = join(release, 'dist/server/server.js')
  const builtAt = statSync(server).mtimeMs
  const file = join(release, 'content/site.ts')
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, `${right}\nObject.assign(site.company, { reaNumber: '1' })\n`)
  const built = run('build')
  expect(built.status).toBe(1)
  expect(built.stderr).toMatch(/^Building…\nInvalid content:\n.*company\.reaNumber.*\n$/)
  const backup = run('admin', 'backup', join(release, 'one.db'))
  expect(backup.status).toBe(0)
  expect(backup.stderr).toContain('Using the last successful build')
  expect(statSync(server).mtimeMs).toBe(builtAt)
  writeFileSync(file, right)
})

// Last, because it removes the build.
test('a command without a build says only the mistake that prevents the build', () => {
  rmSync(join(release, 'dist'), { recursive: true })
  writeFileSync(join(release, 'content/letters/broken.md'), 'Hello')
  const { status, stderr } = run('admin', 'stats')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Building…\n.*\n.*content\/letters\/broken\.md:1: must begin with.*\n$/)
})
