import { describe, expect, test } from 'vitest'
import { UserError } from './user-error.ts'
import { loadConfig, readConfig, settingsByName, type Config } from './config.ts'

const secret = 's'.repeat(32)
const postgres = 'postgres://user:pass@db.example:5432/site'

test('without environment variables every setting has its default', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    isPublicUrlSet: false,
    apiUrl: undefined,
    allowedOrigins: [],
    dataDir: './data',
    database: { kind: 'sqlite', file: './data/site.db' },
    diskDir: './data',
    secret: undefined,
    smtpUrl: undefined,
    mailFrom: undefined,
    contactTo: undefined,
    bounceTo: undefined,
    mailPerSecond: 10,
    unconfirmedMailPerHour: 1000,
    submissionsPerMinute: 20,
    trustedProxies: 0,
    logLevel: 'info',
    digest: 'weekly',
    adminCommand: 'npm run admin --',
  })
})

test('an empty environment variable counts as unset', () => {
  const names = [
    'PORT HOST PUBLIC_URL API_URL ALLOWED_ORIGINS DATA_DIR DATABASE_URL SECRET SMTP_URL MAIL_FROM',
    'CONTACT_TO BOUNCE_TO MAIL_PER_SECOND UNCONFIRMED_MAIL_PER_HOUR SUBMISSIONS_PER_MINUTE',
    'TRUST_PROXY LOG_LEVEL DIGEST ADMIN_COMMAND CONSOLE_ADDRESS',
  ].flatMap((line) => line.split(' '))
  for (const blank of ['', '  ']) {
    expect(readConfig(Object.fromEntries(names.map((name) => [name, blank])))).toEqual(
      readConfig({}),
    )
  }
})

describe('a valid value is accepted', () => {
  test.each<[Record<string, string>, Partial<Config>]>([
    [{ PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ CONSOLE_ADDRESS: '0.0.0.0:3080' }, { consoleAddress: { host: '0.0.0.0', port: 3080 } }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ PUBLIC_URL: 'https://www.example.com/' }, { publicUrl: 'https://www.example.com' }],
    [{ PUBLIC_URL: 'https://WWW.Example.com:443' }, { publicUrl: 'https://www.example.com' }],
    [{ PUBLIC_URL: 'https://città.example' }, { publicUrl: 'https://xn--citt-3na.example' }],
    [{ API_URL: 'https://api.example.com' }, { apiUrl: 'https://api.example.com' }],
    [{ API_URL: 'https://example.com/api/' }, { apiUrl: 'https://example.com/api' }],
    [
      { ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080' },
      { allowedOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
    [{ DATA_DIR: '/srv/site/' }, { database: { kind: 'sqlite', file: '/srv/site/site.db' } }],
    [{ DATABASE_URL: 'sqlite:/srv/x.db' }, { database: { kind: 'sqlite', file: '/srv/x.db' } }],
    [
      { DATABASE_URL: postgres, SECRET: secret },
      { database: { kind: 'postgres', url: postgres }, secret },
    ],
    [
      { DATABASE_URL: 'postgresql:///site?host=/run/postgresql', SECRET: secret },
      { database: { kind: 'postgres', url: 'postgresql:///site?host=/run/postgresql' } },
    ],
    [{ SECRET: secret }, { secret }],
    [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, { smtpUrl: 'smtp://127.0.0.1:2525' }],
    [{ SMTP_URL: 'smtps://u:p@mail.example' }, { smtpUrl: 'smtps://u:p@mail.example' }],
    [{ MAIL_FROM: 'Site <a@example.com>' }, { mailFrom: 'Site <a@example.com>' }],
    [{ CONTACT_TO: 'owner@example.com' }, { contactTo: 'owner@example.com' }],
    [{ CONTACT_TO: 'owner@localhost' }, { contactTo: 'owner@localhost' }],
    [{ BOUNCE_TO: 'bounces@example.com' }, { bounceTo: 'bounces@example.com' }],
    [{ MAIL_PER_SECOND: '1' }, { mailPerSecond: 1 }],
    [{ SUBMISSIONS_PER_MINUTE: '0' }, { submissionsPerMinute: 0 }],
    [{ TRUST_PROXY: '2' }, { trustedProxies: 2 }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
  ])('%o', (env, part) => {
    expect(readConfig(env)).toMatchObject(part)
  })
})

describe('an invalid value stops the start, named but not printed', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['CONSOLE_ADDRESS', '3080'],
    ['CONSOLE_ADDRESS', '0.0.0.0:'],
    ['HOST', 'x-bad host'],
    ['PUBLIC_URL', 'www.example.com'],
    ['PUBLIC_URL', 'ftp://example.com'],
    ['PUBLIC_URL', 'https://example.com/?x=1'],
    ['PUBLIC_URL', 'https://example.com/site'],
    ['PUBLIC_URL', 'https://x-user:x-pass@example.com'],
    ['API_URL', 'nowhere'],
    ['API_URL', 'https://example.com/?'],
    ['API_URL', 'https://example.com/#x-1'],
    ['API_URL', 'https://x-user:x-pass@example.com'],
    ['ALLOWED_ORIGINS', 'https://a.example/path'],
    ['ALLOWED_ORIGINS', 'https://a.example, *'],
    ['DATABASE_URL', 'mysql://x-user:x-pass@db/site'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', 'sqlite: '],
    ['DATABASE_URL', 'sqlite::memory:'],
    ['DATABASE_URL', 'postgres://user:x-pass#word@db:5432/site'],
    ['SECRET', 'x-short'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMTP_URL', 'smtp:mail.example.com'],
    ['SMTP_URL', 'smtp://user:x-pass@mail.example:99999'],
    ['SMTP_URL', 'smtp://user:x-pass#word@mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['BOUNCE_TO', 'nobody'],
    ['CONTACT_TO', 'a@b.example\nBcc: c@d.example'],
    ['MAIL_PER_SECOND', '0'],
    ['SUBMISSIONS_PER_MINUTE', 'many'],
    ['TRUST_PROXY', 'true'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const read = () => readConfig({ SECRET: secret, [name]: value })
    expect(read).toThrow(UserError)
    expect(read).toThrow(new RegExp(`\\n  ${name} must `))
    expect(read).not.toThrow(/x-/)
  })
})

test('one message names all invalid variables and a missing SECRET', () => {
  const read = () =>
    readConfig({
      PORT: 'x',
      DATABASE_URL: postgres,
      LOG_LEVEL: 'y',
      SMTP_URL: 'z',
      TRUST_PROXY: '-',
    })
  for (const name of ['PORT', 'LOG_LEVEL', 'SMTP_URL', 'TRUST_PROXY', 'SECRET']) {
    expect(read).toThrow(new RegExp(`\\n  ${name} must `))
  }
})

test('PostgreSQL requires SECRET, SQLite does not', () => {
  expect(() => readConfig({ DATABASE_URL: postgres })).toThrow(/SECRET must be set/)
  expect(() => readConfig({ DATABASE_URL: postgres, SECRET: ' ' })).toThrow(/SECRET must be set/)
  expect(readConfig({ DATABASE_URL: 'sqlite:x.db' }).secret).toBeUndefined()
})

test('a misspelt variable gets a suggestion, and an unrelated one is ignored', () => {
  const warnings: string[] = []
  const env = {
    SMPT_URL: 'smtp://mail.example',
    PUBLIC_ULR: 'x',
    data_dir: 'x',
    PATH: '/bin',
    HOME: '/',
    TERM: 'x',
  }
  loadConfig(env, (sentence) => warnings.push(sentence))
  expect(warnings).toEqual([
    'SMPT_URL is not a known setting. Did you mean SMTP_URL?',
    'PUBLIC_ULR is not a known setting. Did you mean PUBLIC_URL?',
    'data_dir is not a known setting. Did you mean DATA_DIR?',
  ])
})

test('no password is among the settings that are compared, not even as a name', () => {
  const addresses = { from: 'us@a.example', contactTo: 'us@a.example' }
  const own = { ...addresses, secret: 'x'.repeat(32), launched: false as const }
  const smtpUrl = (SMTP_URL: string) => settingsByName(readConfig({ SMTP_URL }), own)['SMTP_URL']
  expect(smtpUrl('smtps://me:hush@mail.example')).toBe('smtps://me@mail.example')
  expect(smtpUrl('smtps://hush:hush@mail.example')).toBe('smtps://mail.example')
})
