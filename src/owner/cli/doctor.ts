import type { Command } from 'commander'
import { checkContent } from '../check-content.ts'
import { checkExampleDomains, checkPublicUrl, checkServerSettings } from '../check-settings.ts'
import { checkClock, checkLaunch } from '../check-launch.ts'
import { checkInbox, checkMailRecords, checkMailServer, checkOutbox } from '../check-mail.ts'
import { checkOutside } from '../check-outside.ts'
import { checkBackup, checkDatabase, checkDisk, checkPermissions } from '../check-storage.ts'
import { findingLines, type Finding } from '../finding.ts'
import { ownerTasks } from '../owner-tasks.ts'
import { wrap } from '../printable.ts'
import { readLetters } from '#letters/read-letters.ts'
import { checkPictures } from '#letters/letter-pictures.ts'
import { UserError } from '#user-error.ts'
import { webUrl } from './argument-parsers.ts'
import type { CommandContext } from './command-context.ts'

export function addDoctor(program: Command, context: CommandContext) {
  program
    .command('doctor')
    .description('check everything, and say what to do about each problem')
    .option('--json', 'an array of findings, for scripts')
    .option('--url <url>', 'check a running site from outside, as visitors see it', webUrl)
    .addHelpText('after', aboutFindings)
    .action(async ({ json, url }: { json?: boolean; url?: URL }) => {
      const { terminal } = context
      const findings: Finding[] = []
      for await (const finding of url ? runChecksFromOutside(context, url) : runChecks(context)) {
        findings.push(finding)
        if (!json) await terminal.print(...findingLines(finding, terminal.columns, terminal.paint))
      }
      if (json) await terminal.printJson(findings)
      else if (!url) await printTasks(context, findings)
      const count = findings.filter(({ level }) => level === 'failure').length
      if (count > 0) throw new UserError(`${count} ${count === 1 ? 'failure' : 'failures'}.`)
    })
}

async function printTasks({ config, terminal, adminCommand }: CommandContext, findings: Finding[]) {
  const tasks = ownerTasks(findings, config, adminCommand)
  if (tasks.length === 0) return
  const lines = tasks.flatMap((task, index) => wrap(`${index + 1}. ${task}`, terminal.columns))
  await terminal.print('', 'What only you know, the most important first:', ...lines)
}

export async function* runChecks(context: CommandContext): AsyncGenerator<Finding> {
  const { config, clock } = context
  const { lettersDir } = context
  const database = await checkDatabase(config.database, config.dataDir)
  const db = database.level === 'ok' ? (await context.database()).db : undefined
  const places = { lettersDir, ...(db && { db }) }
  yield* checkContent(await checkPictures(await readLetters(places), places))
  yield* checkPublicUrl(config)
  yield checkExampleDomains(config)
  yield database
  const file = config.database.kind === 'sqlite' ? config.database.file : undefined
  yield checkPermissions(config.dataDir, file)
  yield checkDisk(config)
  yield* checkClock()
  yield await checkMailServer(config.smtpUrl)
  if (config.smtpUrl !== undefined) yield* await checkMailRecords(context)
  if (!db) return
  yield await checkServerSettings(db, context)
  yield* checkInbox(db)
  yield* checkOutbox(db, clock())
  yield await checkBackup(db, clock())
  yield* checkLaunch(db, clock())
}

async function* runChecksFromOutside(context: CommandContext, url: URL): AsyncGenerator<Finding> {
  yield* checkOutside(url, context.clock())
  yield* await checkMailRecords(context)
}

const aboutFindings = `
Each finding is ok, a note, a warning or a failure. A failure must be fixed before going live, and makes the exit
code 1.`
