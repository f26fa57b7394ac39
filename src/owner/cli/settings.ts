import { existsSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import { readConfig, settingNames } from '#config.ts'
import { closestName, readTextFile, UserError, writeTextFile } from '#user-error.ts'
import { checkMailServer } from '../check-mail.ts'
import { isFailure } from '../finding.ts'
import { changesBetween, masked, withSetting } from '../settings-file.ts'
import type { CommandContext } from './command-context.ts'
import { printTable } from './listing.ts'

export function addSettings(program: Command, context: CommandContext) {
  const { terminal } = context
  program
    .command('settings')
    .description('show all settings, without passwords')
    .option('--json', 'an array of objects, for scripts')
    .action(async ({ json }: { json?: boolean }) => {
      const given = context.readSettings()
      const settings = settingNames().map((name) => {
        const value = given[name]
        return { name, value: value ? masked(name, value) : null }
      })
      if (json) return await terminal.printJson(settings)
      const columns = {
        setting: ({ name }: Setting) => name,
        value: ({ value }: Setting) => value ?? '–',
      }
      await printTable(terminal, columns, settings, '')
    })
  program
    .command('set')
    .description('change settings, after a check')
    .argument(
      '<settings...>',
      'NAME=VALUE, or NAME to type the value unseen, or NAME= for the default',
    )
    .addHelpText('after', aboutSet)
    .action((assignments: string[]) => change(context, assignments))
}

interface Setting {
  name: string
  value: string | null
}

async function change({ terminal, settingsFile }: CommandContext, assignments: string[]) {
  const before = existsSync(settingsFile) ? readTextFile(settingsFile) : ''
  let after = before
  for (const assignment of assignments) {
    const [name = '', ...rest] = assignment.split('=')
    assertKnown(name)
    const value = assignment.includes('=') ? rest.join('=') : await terminal.readSecret(`${name}=`)
    after = withSetting(after, name, value.trim())
    if ((parseEnv(after)[name] ?? '') !== value.trim())
      throw new UserError(`${name} can't be written to ${settingsFile}: use other characters.`)
  }
  const { smtpUrl } = readConfig(parseEnv(after))
  if (smtpUrl !== undefined && parseEnv(before)['SMTP_URL'] !== parseEnv(after)['SMTP_URL']) {
    const finding = await checkMailServer(smtpUrl)
    if (isFailure(finding))
      throw new UserError(`${finding.message}\n${finding.advice}\nNothing was changed.`)
    await terminal.print(`${finding.message}.`)
  }
  const changes = changesBetween(before, after)
  if (changes.length === 0) return terminal.note('It is set like this already.')
  writeTextFile(settingsFile, after, { mode: 0o600 })
  await terminal.print(...changes)
}

function assertKnown(name: string) {
  if (settingNames().includes(name)) return
  const meant = closestName(name.toUpperCase(), settingNames())
  const hint = meant === undefined ? '`settings` lists them.' : `Did you mean ${meant}?`
  throw new UserError(`${name} is not a known setting. ${hint}`)
}

const aboutSet = `
Changes .env; on a server /etc/site.env, and restarts the site. An invalid value is refused, and so is an SMTP_URL whose
server does not accept the login. Without a value it is asked for, or read from standard input, so that a password is
neither shown nor kept in the history of the shell.`
