import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { npmAdmin } from './admin-command.ts'
import { closestName, UserError, readTextFile } from './user-error.ts'
import { parseMailbox } from './email-address.ts'
import { keyedHash } from './secret.ts'

type DatabaseTarget = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

export type Config = ReturnType<typeof readConfig>

/** Reads .env and the environment, which takes precedence. Warns about names that are probably misspelt. */
export function loadConfig(env: Env, warn: (message: string) => void): Config {
  const file = readFile()
  const known = settingNames()
  for (const name of Object.keys({ ...file, ...env })) {
    // Skip short names of the system that resemble ours: HOME and HOST.
    if (known.includes(name) || !(name in file || name.length > 6)) continue
    const meant = closestName(name.toUpperCase(), known)
    if (meant !== undefined) warn(`${name} is not a known setting. Did you mean ${meant}?`)
  }
  return readConfig({ ...file, ...env })
}

/** The settings in .env and the environment, not checked yet. */
export const readGiven = (env: Env): Env => ({ ...readFile(), ...env })

const readFile = (): Env => (existsSync('.env') ? parseEnv(readTextFile('.env')) : {})

/** Every setting, in the order of .env.example. */
export const settingNames = () => Object.keys(variables.shape)

/** @throws one UserError that lists every invalid setting */
export function readConfig(env: Env) {
  // `SMTP_URL=` in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
  const result = variables.safeParse(given)
  const issues = result.error?.issues ?? []
  const mistakes = issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (given['DATABASE_URL']?.startsWith('postgres') && given['SECRET'] === undefined) {
    mistakes.push(
      'SECRET must be set with PostgreSQL: all servers must sign links with the same key. To make one: openssl rand -hex 32',
    )
  }
  if (!result.success || mistakes.length > 0) {
    throw new UserError(`Invalid settings:\n  ${mistakes.join('\n  ')}`)
  }
  const read = result.data
  const database = databaseTarget(read.DATABASE_URL, read.DATA_DIR)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    isPublicUrlSet: read.PUBLIC_URL !== undefined,
    /** The server that the forms post to, if it is another one. */
    apiUrl: read.API_URL,
    allowedOrigins: read.ALLOWED_ORIGINS,
    dataDir: read.DATA_DIR,
    database,
    /** Its disk must not fill up: the folder of the SQLite file. With PostgreSQL it only holds the secret. */
    diskDir: database.kind === 'sqlite' ? dirname(database.file) : read.DATA_DIR,
    secret: read.SECRET,
    previousSecret: read.PREVIOUS_SECRET,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    contactTo: read.CONTACT_TO,
    bounceTo: read.BOUNCE_TO,
    mailPerSecond: read.MAIL_PER_SECOND,
    unconfirmedMailPerHour: read.UNCONFIRMED_MAIL_PER_HOUR,
    submissionsPerMinute: read.SUBMISSIONS_PER_MINUTE,
    trustedProxies: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    digest: read.DIGEST,
    adminCommand: read.ADMIN_COMMAND,
    backupCommand: read.BACKUP_COMMAND,
    consoleAddress: read.CONSOLE_ADDRESS,
  }
}

/** The settings that pages, mail and hashes depend on, as text and without passwords. */
export function settingsByName(
  config: Config,
  own: {
    from: string
    contactTo: string
    secret: string
    launched: false | { at?: string | undefined }
  },
) {
  const smtpUrl = config.smtpUrl === undefined ? undefined : new URL(config.smtpUrl)
  // Some providers' name is the password, too.
  if (smtpUrl && smtpUrl.username === smtpUrl.password) smtpUrl.username = ''
  if (smtpUrl) smtpUrl.password = ''
  return {
    PUBLIC_URL: config.publicUrl,
    MAIL_FROM: own.from,
    CONTACT_TO: own.contactTo,
    BOUNCE_TO: config.bounceTo ?? '',
    SMTP_URL: smtpUrl?.href ?? '',
    SECRET: `fingerprint ${keyedHash(own.secret, 'settings', '').slice(0, 8)}`,
    MAIL_PER_SECOND: String(config.mailPerSecond),
    UNCONFIRMED_MAIL_PER_HOUR: String(config.unconfirmedMailPerHour),
    SUBMISSIONS_PER_MINUTE: String(config.submissionsPerMinute),
    TRUST_PROXY: String(config.trustedProxies),
    API_URL: config.apiUrl ?? '',
    ALLOWED_ORIGINS: config.allowedOrigins.join(', '),
    DIGEST: config.digest,
    // Of content/site.ts, for letters that are bound to it.
    launched: own.launched ? (own.launched.at ?? 'yes') : '',
  } as Record<'PUBLIC_URL' | 'MAIL_FROM', string> & Record<string, string>
}

type Env = Record<string, string | undefined>

const invalidDatabaseUrl = 'must be a valid URL; write # / ? @ in the password as %23 %2F %3F %40'

const mailbox = z
  .string()
  .refine((text) => parseMailbox(text) !== undefined, 'must be an email address, or Name <address>')

const oneOf = <Name extends string>(...names: Name[]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)

const webUrl = z
  .string()
  .refine(isWebUrl, 'must be an http or https URL without user, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''))

const key = z.string().min(32, 'must have at least 32 characters').optional()

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a host name or IP address of this machine')
    .default('127.0.0.1'),
  // `origin` normalises it: lower case, punycode, no default port.
  PUBLIC_URL: webUrl
    .transform((value) => new URL(value))
    .refine(({ pathname }) => pathname === '/', 'must have no path: the site is served at the root')
    .transform(({ origin }) => origin)
    .optional(),
  API_URL: webUrl.optional(),
  ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform((value) => value.split(/[\s,]+/).filter(Boolean))
    .refine((origins) => origins.every(isOrigin), {
      error: 'must list origins like https://www.example.com, separated by commas',
    }),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(
      /^(?:sqlite:(?!:)\s*\S.*|postgres(?:ql)?:\/\/.+)$/,
      'must be sqlite:PATH or postgres://…',
    )
    .refine((value) => value.startsWith('sqlite:') || URL.canParse(value), invalidDatabaseUrl)
    .optional(),
  SECRET: key,
  PREVIOUS_SECRET: key,
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be smtp://… or smtps://…, with special characters written as %XX')
    .optional(),
  MAIL_FROM: mailbox.optional(),
  CONTACT_TO: mailbox.optional(),
  BOUNCE_TO: mailbox.optional(),
  MAIL_PER_SECOND: wholeNumber(1, 10_000).default(10),
  UNCONFIRMED_MAIL_PER_HOUR: wholeNumber(1, 10_000_000).default(1000),
  SUBMISSIONS_PER_MINUTE: wholeNumber(0, 1_000_000).default(20),
  TRUST_PROXY: wholeNumber(0, 16).default(0),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DIGEST: oneOf('weekly', 'daily', 'off').default('weekly'),
  BACKUP_COMMAND: z.string().optional(),
  // A container's: its host publishes this port on its own 127.0.0.1.
  CONSOLE_ADDRESS: z
    .string()
    .regex(/^[\w.:%-]+:[1-9]\d{0,4}$/, 'must be ADDRESS:PORT')
    .transform((value) => ({
      host: value.slice(0, value.lastIndexOf(':')),
      port: Number(value.slice(value.lastIndexOf(':') + 1)),
    }))
    .optional(),
  // How the owner calls the command line, for mails and hints.
  ADMIN_COMMAND: z.string().default(npmAdmin),
})

function databaseTarget(url: string | undefined, dataDir: string): DatabaseTarget {
  if (url === undefined) return { kind: 'sqlite', file: `${dataDir.replace(/\/+$/, '')}/site.db` }
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', file: url.slice('sqlite:'.length) }
  return { kind: 'postgres', url }
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.href === url.origin + url.pathname
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isOrigin(text: string): boolean {
  return isWebUrl(text) && URL.parse(text)?.origin === text
}
