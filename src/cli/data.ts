import { Command } from 'commander'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { isAnythingHeld, type PersonalData } from '#privacy/personal-data.ts'
import type { CommandContext } from './command-context.ts'
import { emailArgument } from './email-argument.ts'
import { printableLines } from './printable.ts'

export function dataCommand(context: CommandContext): Command {
  const command = new Command('data').description('all that is held about one address')
  command
    .command('show')
    .description('show it')
    .addArgument(emailArgument())
    .option('--json', 'one object, for scripts and for the person who asked')
    .action((key: string, { json }: { json?: boolean }) => show(context, key, json))
  command
    .command('erase')
    .description('erase it, in every table')
    .addArgument(emailArgument())
    .option('--yes', 'do not ask')
    .addHelpText('after', aboutErasure)
    .action((key: string, { yes }: { yes?: boolean }) => erase(context, key, yes))
  return command
}

async function show(context: CommandContext, key: string, json = false): Promise<void> {
  const { terminal } = context
  await context.withDatabase(async ({ db }) => {
    const held = await collectPersonalData(db, key)
    if (json) return await terminal.write(`${JSON.stringify(held, null, 2)}\n`)
    if (!(await isAnythingHeld(db, key))) return terminal.note(`Nothing is held about ${key}.`)
    await terminal.write(`${linesOf(held).map(printableLines).join('\n')}\n`)
  })
}

async function erase(context: CommandContext, key: string, yes?: boolean): Promise<void> {
  const { terminal, secret, clock } = context
  await context.withDatabase(async ({ db }) => {
    if (!(await isAnythingHeld(db, key))) return terminal.note(`Nothing is held about ${key}.`)
    await terminal.confirm(`Erase all that is held about ${key}? This cannot be undone.`, yes)
    await db.transaction().execute((trx) => erasePerson(trx, key, secret, clock()))
    await terminal.write(`Erased all that was held about ${key}.\n`)
  })
}

function linesOf(held: PersonalData): string[] {
  const lines = [held.email]
  const section = (title: string, entries: object[]) => {
    if (entries.length === 0) return
    lines.push('', title)
    for (const entry of entries) {
      for (const [name, value] of Object.entries(entry) as [string, string | null][]) {
        if (value !== null) lines.push(`  ${`${name}:`.padEnd(15)} ${shortened(value)}`)
      }
      lines.push('')
    }
    lines.pop()
  }
  section('Signup', held.signup ? [held.signup] : [])
  section('Consents', held.consents)
  section('Messages', held.messages)
  section('Mails', held.mails)
  section('Quarantine', held.quarantine)
  section('Mails counted today', held.mailCounts)
  section(
    'Links to the data page',
    held.linksAskedForAt.map((askedAt) => ({ askedAt })),
  )
  section('Objected', held.objectedAt === null ? [] : [{ at: held.objectedAt }])
  section('Refused by a mail server', held.refusedByMailServer ? [held.refusedByMailServer] : [])
  return lines
}

/** The screen shows what there is; --json has every word of it. */
function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

const aboutErasure = `
What is left is a keyed hash for 30 days, so that a restored backup can be cleaned again.`
