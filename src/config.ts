import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { closestName } from './closest-name.ts'
import { parseMailbox } from './mailbox.ts'
import { UserError, readTextFile } from './user-error.ts'

type DatabaseTarget = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

export type Config = ReturnType<typeof readConfig>

/** The environment with .env below it, checked. What is probably misspelt is said, and does no harm. */
export function loadConfig(env: Env, warn: (sentence: string) => void): Config {
  const file = existsSync('.env') ? parseEnv(readTextFile('.env')) : {}
  const known = Object.keys(variables.shape)
  for (const name of Object.keys({ ...file, ...env })) {
    // A short name of the machine's own is soon close to one of ours: HOME to HOST.
    if (known.includes(name) || !(name in file || name.length > 6)) continue
    const meant = closestName(name.toUpperCase(), known)
    if (meant !== undefined) warn(`${name} is no variable of this site. Did you mean ${meant}?`)
  }
  return readConfig({ ...file, ...env })
}

/** Throws one UserError that names every bad variable. */
export function readConfig(env: Env) {
  // `SMTP_URL=` in a .env file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))
  const result = variables.safeParse(given)
  const issues = result.error?.issues ?? []
  const mistakes = issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
  if (given['DATABASE_URL']?.startsWith('postgres') && given['SECRET'] === undefined) {
    mistakes.push(
      'SECRET must be given with PostgreSQL: the servers that share the database sign the same links',
    )
  }
  if (!result.success || mistakes.length > 0) {
    throw new UserError(`The environment needs a correction:\n  ${mistakes.join('\n  ')}`)
  }
  const read = result.data
  const database = databaseTarget(read.DATABASE_URL, read.DATA_DIR)
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    isPublicUrlSet: read.PUBLIC_URL !== undefined,
    /** The forms post here, if not to this server. */
    apiUrl: read.API_URL,
    allowedOrigins: read.ALLOWED_ORIGINS,
    dataDir: read.DATA_DIR,
    database,
    /** The folder that grows with every submission; with PostgreSQL it is on another machine. */
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
  }
}

type Env = Record<string, string | undefined>

const unreadableAddress = 'must be an address; write # / ? @ in its password as %23 %2F %3F %40'

const mailbox = z
  .string()
  .refine((text) => parseMailbox(text) !== undefined, 'must be an address, or Name <address>')

const oneOf = <Name extends string>(...names: Name[]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number)

const webAddress = z
  .string()
  .refine(isWebAddress, 'must be an http or https address, without user, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''))

const key = z.string().min(32, 'must have at least 32 characters').optional()

const variables = z.object({
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'must be a name or an address of this machine')
    .default('127.0.0.1'),
  // However it is spelled: in capitals, with letters of its language, with the port that goes without saying.
  PUBLIC_URL: webAddress
    .transform((value) => new URL(value))
    .refine(({ pathname }) => pathname === '/', 'must have no path: the site answers at the root')
    .transform(({ origin }) => origin)
    .optional(),
  API_URL: webAddress.optional(),
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
    .refine((value) => value.startsWith('sqlite:') || URL.canParse(value), unreadableAddress)
    .optional(),
  SECRET: key,
  PREVIOUS_SECRET: key,
  SMTP_URL: z
    .string()
    .refine(isSmtpAddress, 'must be smtp://… or smtps://…, with special characters in %XX form')
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
})

function databaseTarget(url: string | undefined, dataDir: string): DatabaseTarget {
  if (url === undefined) return { kind: 'sqlite', file: `${dataDir.replace(/\/+$/, '')}/site.db` }
  if (url.startsWith('sqlite:')) return { kind: 'sqlite', file: url.slice('sqlite:'.length) }
  return { kind: 'postgres', url }
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.href === url.origin + url.pathname
}

function isSmtpAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isOrigin(text: string): boolean {
  return isWebAddress(text) && URL.parse(text)?.origin === text
}
