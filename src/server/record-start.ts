import type { Logger } from 'pino'
import { settingsByName } from '#config.ts'
import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import { recordServerSettings } from '#database/server-settings.ts'
import { followLaunch } from '#letters/launch-letters.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import type { BackgroundOptions } from './background.ts'

/**
 * Before the server serves, so that the command line compares its own settings with these.
 * @returns a line for each letter that waits for the launch
 */
export async function recordStart(
  db: Db,
  { config, secret }: BackgroundOptions,
  { log, now }: { log: Logger; now: Date },
) {
  const { launched } = site
  const settings = settingsByName(config, { ...ownAddresses(config), secret, launched })
  // On a full disk the pages are still served.
  await recordServerSettings(db, settings, now).catch((error: unknown) =>
    log.error({ err: error }, 'settings not recorded'),
  )
  return await followLaunch(db, now)
}
