import { Command } from 'commander'
import { periodWords } from '#content/periods.ts'
import { collectPersonalData, type PersonalData } from '#privacy/collect-personal-data.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { liftRestriction, restrict } from '#privacy/restrict.ts'
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
  command
    .command('restrict')
    .description('only keep it: no letter, and no period ends, until it is lifted')
    .addArgument(emailArgument())
    .option('--lift', 'end the restriction')
    .action((key: string, { lift }: { lift?: boolean }) => changeRestriction(context, key, lift))
  return command
}

async function changeRestriction(context: CommandContext, key: string, isLifted = false) {
  const { terminal, clock } = context
  const { db } = await context.database()
  if (isLifted) {
    const wasRestricted = await liftRestriction(db, key)
    return await terminal.print(`${key} ${wasRestricted ? 'is no longer' : 'was not'} restricted.`)
  }
  const { records } = await collectPersonalData(db, key)
  if (records.length === 0) return terminal.note(`Nothing is held about ${key}.`)
  await restrict(db, key, clock())
  await terminal.print(`What is held about ${key} is only kept.`)
}

async function show(context: CommandContext, key: string, json = false) {
  const { terminal } = context
  const { db } = await context.database()
  const held = await collectPersonalData(db, key)
  if (json) return await terminal.printJson(held)
  if (held.records.length === 0) return terminal.note(`Nothing is held about ${key}.`)
  await terminal.print(...linesOf(held).map(printableLines))
}

async function erase(context: CommandContext, key: string, yes?: boolean) {
  const { terminal, secret, clock } = context
  const { db } = await context.database()
  const { records } = await collectPersonalData(db, key)
  if (records.length === 0) return terminal.note(`Nothing is held about ${key}.`)
  await terminal.confirm(`Erase all that is held about ${key}? This cannot be undone.`, yes)
  await db.transaction().execute((trx) => erasePerson(trx, key, secret, clock()))
  await terminal.print(`Erased all that was held about ${key}.`)
}

function linesOf({ email, records }: PersonalData): string[] {
  return [
    email,
    ...records.flatMap(({ title, keptFor, entries }) => [
      '',
      `${title}. ${keptFor.join(' ')}`.trimEnd(),
      ...entries.flatMap((entry, index) => [
        ...(index > 0 ? [''] : []),
        ...Object.entries(entry)
          .filter(([, value]) => value !== null)
          .map(([column, value]) => `  ${`${column}:`.padEnd(16)} ${shortened(String(value))}`),
      ]),
    ]),
  ]
}

/** The screen shows what there is; --json has every word of it. */
function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

const aboutErasure = `
What is left is a keyed hash for ${periodWords('erasureHashDays')}, so that a restored backup can be cleaned again.`
