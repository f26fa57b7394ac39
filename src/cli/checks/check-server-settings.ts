import type { Config } from '#config.ts'
import { readServerSettings } from '#database/server-settings.ts'
import type { Db } from '#database/schema.ts'
import { zonedInstant } from '../printable.ts'
import { failure, note, ok, type Finding } from './finding.ts'

/** Until it is restarted, a running site uses its old settings in links. */
export async function checkServerSettings(
  db: Db,
  { config, sender }: { config: Pick<Config, 'publicUrl'>; sender: string },
): Promise<Finding> {
  const subject = 'Running site'
  const settings = await readServerSettings(db)
  if (!settings) return note(subject, 'has not been started with this database yet')
  const differences = [
    ['PUBLIC_URL', settings.public_url, config.publicUrl],
    ['MAIL_FROM', settings.mail_from, sender],
  ].filter(([, theirs, ours]) => theirs !== ours)
  if (differences.length > 0) {
    const uses = differences.map(([name, theirs, ours]) => `${name} ${theirs}, not ${ours}`)
    const advice = 'Restart the site, or run this command with the settings of the site.'
    return failure(subject, `uses ${uses.join('\nand ')}`, advice)
  }
  return ok(subject, `has the same settings, started ${zonedInstant(settings.started_at)}`)
}
