import type { Command } from 'commander'
import { periodWords } from '#content/periods.ts'
import { collectPersonalData, type PersonalData } from '#privacy/collect-personal-data.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'
import { erase, recordNoMoreEmail } from '../actions.ts'
import { printableLines } from '../printable.ts'

export function addData(program: Command, context: CommandContext) {
  const { terminal, clock } = context
  const nothingHeld = (key: string) => terminal.note(`Nothing is held about ${key}.`)
  const command = program.command('data').description('everything held about one address')
  addEmail(command.command('show'))
    .description('show it')
    .option('--json', 'one object, for scripts and for the person who asked')
    .action(async (key: string, { json }: { json?: boolean }) => {
      const { db } = await context.database()
      const held = await collectPersonalData(db, key, 'en')
      if (json) return await terminal.printJson(held)
      if (held.records.length === 0) return nothingHeld(key)
      await terminal.print(...dataLines(held).map(printableLines))
    })
  addEmail(command.command('erase'))
    .description('erase it, in every table')
    .option('--yes', 'skip the confirmation question')
    .addHelpText('after', aboutErasure)
    .action(async (key: string, { yes }: { yes?: boolean }) => {
      const { db } = await context.database()
      const { records } = await collectPersonalData(db, key, 'en')
      if (records.length === 0) return nothingHeld(key)
      await terminal.confirm(`Erase everything held about ${key}? You can't undo this.`, yes)
      await terminal.print(await erase(db, key, context.secret, clock()))
    })
  addEmail(command.command('no-more-email'))
    .description('record that the person asked you for no more email')
    .option('--yes', 'skip the confirmation question')
    .addHelpText('after', aboutNoMoreEmail)
    .action(async (key: string, { yes }: { yes?: boolean }) => {
      const question = `Did ${key} ask for no more email? Only they can allow it again.`
      await terminal.confirm(question, yes)
      const { db } = await context.database()
      await terminal.print(await recordNoMoreEmail(db, key, clock()))
    })
}

function dataLines({ email, records }: PersonalData): string[] {
  return [
    email,
    '',
    ...records.flatMap(({ title, keptFor, entries }) => [
      `${title}. ${keptFor.join(' ')}`.trimEnd(),
      ...entries.flatMap((entry) => [
        ...Object.entries(entry)
          .filter(([, value]) => value !== null)
          .map(([column, value]) => `  ${`${column}:`.padEnd(16)} ${shortened(String(value))}`),
        '',
      ]),
    ]),
  ]
}

/** Cuts long values for the screen; --json prints them in full. */
function shortened(value: string): string {
  const line = value.replace(/\s+/g, ' ')
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

const aboutNoMoreEmail = `
Does the same as "No more email" on the data page: it ends the subscription, holds for all spellings of the address, and has no end. Only links to the data page are still sent, if somebody asks for one.`

const aboutErasure = `
Keeps only a keyed hash of the address for ${periodWords('en', 'erasureHashDays')}, to repeat the erasure if a backup is restored.`
