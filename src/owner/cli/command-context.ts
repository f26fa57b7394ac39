import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { npmAdmin } from '#admin-command.ts'
import type { Config } from '#config.ts'
import type { Database } from '#database/connect.ts'
import { explainDatabaseError, openDatabase } from '#database/open-database.ts'
import { readSnapshot } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import type { MailKinds } from '#mail/mail-declaration.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { lettersDir } from '#letters/read-letters.ts'
import { readOrMakeSecret } from '#secret.ts'
import { createMailKinds } from '../mail-kinds.ts'
import type { Settings } from '../settings-file.ts'
import type { Terminal } from './terminal.ts'

/** Options without a value. */
export type Flags<Name extends string> = Partial<Record<Name, boolean>>

export type CommandContext = ReturnType<typeof createCommandContext>

interface Options {
  terminal: Terminal
  readConfig: () => Config
  workingDir: string
  /** All settings that are set, as text. */
  readSettings?: () => Settings
  /** The file that `set` changes. */
  settingsFile?: string | undefined
  /** How the owner calls this command line. */
  adminCommand?: string
  lettersDir?: string
}

export function createCommandContext(options: Options) {
  let config: Config | undefined
  let database: Database | undefined
  const context = {
    terminal: options.terminal,
    adminCommand: options.adminCommand ?? npmAdmin,
    lettersDir: options.lettersDir ?? lettersDir,
    readSettings: options.readSettings ?? ((): Settings => ({})),
    settingsFile: options.settingsFile ?? '.env',
    /** Read at first use, so that `--help` works even if the environment is wrong. */
    get config(): Config {
      return (config ??= options.readConfig())
    },
    get secret(): string {
      return context.config.secret ?? readOrMakeSecret(context.config.dataDir)
    },
    /** The current and the previous key for links and hashes. */
    get keys() {
      return { secret: context.secret, previousSecret: context.config.previousSecret }
    },
    get sender(): string {
      return ownAddresses(context.config).from
    },
    get mailKinds(): MailKinds {
      const { config: known, secret } = context
      return createMailKinds({ ...known, ...ownAddresses(known), secret })
    },
    clock: () => new Date(),
    /** Resolves a path from the folder in which the owner typed it. */
    pathOf: (file: string) => resolve(options.workingDir, file),
    /** Opened and migrated at first use. */
    async database(): Promise<Database> {
      const target = context.config.database
      const isNew = target.kind === 'sqlite' && !existsSync(target.file)
      database ??= await openDatabase(target)
      // An owner who forgot the service's settings would see an empty site and think that all data is lost.
      if (isNew) {
        options.terminal.note(
          `There was no database, so an empty one was created: ${resolve(target.file)}`,
        )
      }
      return database
    },
    /** Reads a consistent snapshot. */
    async snapshot<T>(read: (db: Db) => Promise<T>): Promise<T> {
      await context.database()
      return await readSnapshot(context.config.database, read)
    },
    /** Runs a command, then clears its progress bar and closes its database. */
    async run(command: () => Promise<unknown>) {
      try {
        await command()
      } catch (error) {
        throw database ? explainDatabaseError(context.config.database, error) : error
      } finally {
        options.terminal.clearLine()
        await database?.close()
      }
    },
  }
  return context
}
