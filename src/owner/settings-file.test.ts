import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { UserError } from '#user-error.ts'
import { changesBetween, masked, withSetting } from './settings-file.ts'

const file =
  '# Mine\nPUBLIC_URL=https://a.example\n\nDIGEST=off\nexport DIGEST=daily\n# DIGEST=weekly\n'

test('a setting is changed in its place, and comments and other settings stay', () => {
  expect(withSetting(file, 'DIGEST', 'weekly')).toBe(
    '# Mine\nPUBLIC_URL=https://a.example\n\nDIGEST=weekly\n# DIGEST=weekly\n',
  )
  expect(withSetting(file, 'LOG_LEVEL', 'warn')).toBe(`${file}LOG_LEVEL=warn\n`)
  expect(withSetting('', 'LOG_LEVEL', 'warn')).toBe('LOG_LEVEL=warn\n')
})

test('an empty value removes the setting, so that its default counts', () => {
  expect(withSetting(file, 'PUBLIC_URL', '')).not.toContain('PUBLIC_URL')
})

const values = [
  'Your Brand <hello@example.com>',
  'smtps://me:a%23b$c@mail.example.com?x=1&y=2',
  'a # b',
  'back\\slash',
  'say "hi"',
  "it's",
  "it's # 1",
  `rclone copy {} offsite:backups --flag="a b"`,
  'a;b',
  '$HOME `id`',
]

test.each(values)('Node reads the value as it was given: %s', (value) => {
  expect(parseEnv(withSetting('', 'NAME', value))['NAME']).toBe(value)
})

// As systemd's EnvironmentFile does.
test.each(values.filter((value) => /^N=['"]/.test(withSetting('', 'N', value))))(
  'a shell reads a quoted value as it was given: %s',
  (value) => {
    const script = join(mkdtempSync(join(tmpdir(), 'settings-')), 'site.env')
    writeFileSync(script, withSetting('', 'NAME', value))
    const read = execFileSync('sh', ['-c', '. "$0"; printf %s "$NAME"', script])
    expect(String(read)).toBe(value)
  },
)

test('a value that systemd and Node would read differently is refused', () => {
  expect(() => withSetting('', 'NAME', `both ' and "`)).toThrow(UserError)
  expect(() => withSetting('', 'NAME', 'two\nlines')).toThrow(UserError)
})

test('passwords and keys are never shown', () => {
  expect(masked('SMTP_URL', 'smtps://me:hush@mail.example.com')).toBe(
    'smtps://me:********@mail.example.com',
  )
  expect(masked('SMTP_URL', 'smtps://hush:hush@mail.example.com')).not.toContain('hush')
  expect(masked('DATABASE_URL', 'postgres://h/site?user=me&password=hush')).not.toContain('hush')
  expect(masked('DATABASE_URL', 'sqlite:/data/site.db')).toBe('sqlite:/data/site.db')
  expect(masked('SMTP_URL', 'hush')).toBe('********')
  for (const name of ['SECRET', 'PREVIOUS_SECRET']) expect(masked(name, 'hush')).toBe('********')
})

test('changes name each setting with its old and new value, and a new password only as a change', () => {
  const before = 'DIGEST=off\nSMTP_URL=smtp://a:old@h\n'
  const after = 'LOG_LEVEL=warn\nSMTP_URL=smtp://a:new@h\n'
  expect(changesBetween(before, after)).toEqual([
    'DIGEST is now not set, was off',
    'SMTP_URL has changed: smtp://a:********@h',
    'LOG_LEVEL is now warn, was not set',
  ])
})
