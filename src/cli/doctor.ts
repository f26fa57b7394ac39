import { Resolver } from 'node:dns/promises'
import { Command } from 'commander'
import { sampleFields } from '#content/content.ts'
import { addressOf } from '#mail/mail-headers.ts'
import { checkBackup } from './checks/check-backup.ts'
import { checkContent } from './checks/check-content.ts'
import { checkDatabase } from './checks/check-database.ts'
import { checkDisk } from './checks/check-disk.ts'
import { checkMailDomain } from './checks/check-mail-domain.ts'
import { checkMailServer } from './checks/check-mail-server.ts'
import { checkFailedMail, checkOutbox } from './checks/check-outbox.ts'
import { checkPublicUrl } from './checks/check-public-url.ts'
import type { Finding } from './checks/finding.ts'
import { sampleLetters } from '#letters/content-letters.ts'
import type { Desk } from './desk.ts'
import { Failure } from './failure.ts'

export function doctorCommand(desk: Desk): Command {
  return new Command('doctor')
    .description('is everything in order, and if not, what to do')
    .option('--json', 'an array of findings, for scripts')
    .addHelpText('after', examples)
    .action((options: { json?: boolean }) => doctor(desk, options.json ?? false))
}

async function doctor(desk: Desk, json: boolean): Promise<void> {
  const findings: Finding[] = []
  for await (const finding of examine(desk)) {
    findings.push(finding)
    if (!json) await desk.terminal.write(`${linesOf(desk, finding).join('\n')}\n`)
  }
  if (json) await desk.terminal.write(`${JSON.stringify(findings, null, 2)}\n`)
  const failures = findings.filter(({ level }) => level === 'failure').length
  if (failures > 0) throw new Failure(`${failures} ${failures === 1 ? 'failure' : 'failures'}.`)
}

async function* examine(desk: Desk): AsyncGenerator<Finding> {
  const { config, clock } = desk
  yield checkContent([...sampleFields, ...sampleLetters()])
  yield checkPublicUrl(config.publicUrl)
  const database = await checkDatabase(config.database)
  yield database
  yield checkDisk(config.dataDir)
  yield await checkMailServer(config.smtpUrl)
  if (config.smtpUrl !== undefined) {
    const domain = addressOf(desk.sender).split('@').at(-1)!
    const resolver = new Resolver({ timeout: 2000, tries: 1 })
    yield* await checkMailDomain(domain, (name) => resolver.resolveTxt(name))
  }
  if (database.level !== 'ok') return
  yield* await desk.withDatabase(async ({ db }) => [
    await checkOutbox(db, clock()),
    ...(await checkFailedMail(db)),
    await checkBackup(db, clock()),
  ])
}

const marks = {
  ok: ['green', 'ok'],
  warning: ['yellow', 'warning'],
  failure: ['red', 'failure'],
} as const

function linesOf({ terminal }: Desk, { level, subject, says, advice }: Finding): string[] {
  const [colour, word] = marks[level]
  const indent = ' '.repeat(10)
  const [first = '', ...rest] = says.split('\n')
  return [
    `${terminal.paint(colour, word.padEnd(9))} ${terminal.paint('bold', subject)}: ${first}`,
    ...rest.map((line) => `${indent}${line}`),
    ...(advice === undefined ? [] : [`${indent}${terminal.paint('dim', advice)}`]),
  ]
}

const examples = `
Each line is ok, a warning or a failure. Exit code 1 on any failure.

Examples:
  npm run admin -- doctor
  npm run admin -- doctor && echo fit for launch`
