import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Site } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import { launchTime } from '#content/launch.ts'
import type { Db } from '#database/schema.ts'
import { launchLetter } from '#newsletter/letter-file.ts'
import { scheduledLetters } from '#newsletter/stored-letters.ts'
import { ok, warning, type Finding } from './finding.ts'
import { isSameMinute } from './letters.ts'
import { zonedInstant } from './printable.ts'

/** Whether the launch letter goes out when the pages change. Silent if neither is ahead. */
export async function* checkLaunch(
  db: Db,
  now: Date,
  { launched }: Pick<Site, 'launched'> = site,
): AsyncGenerator<Finding> {
  const subject = 'Launch'
  const scheduled = await scheduledLetters(db)
  const own = scheduled.find(({ name }) => name === launchLetter)
  const butOwn = own && `but the letter ${own.name} is scheduled for ${zonedInstant(own.due_at)}`
  const cancel = `\`letters stop ${launchLetter}\``
  const schedule = `\`letters send ${launchLetter} --at launch\``
  const launchAt = launchTime({ launched })
  if (!launched || launchAt === undefined || launchAt <= now.getTime()) {
    if (own === undefined || launchAt === Date.parse(own.due_at)) return
    const state = launched ? 'launched already' : 'not set in content/site.ts'
    const advice = `If it should not go out then: ${cancel}.`
    return yield warning(subject, `${state}, ${butOwn}`, advice)
  }
  const at = zonedInstant(new Date(launchAt).toISOString())
  const isAtLaunch = ({ due_at }: { due_at: string }) => isSameMinute(due_at, launchAt)
  const letter = own ?? scheduled.find(isAtLaunch)
  if (letter === undefined) {
    const message = `${at}, and no letter is scheduled for it`
    yield warning(subject, message, `Schedule it: ${schedule}.`)
  } else if (isAtLaunch(letter)) yield ok(subject, `${at}, with the letter ${letter.name}`)
  else {
    const advice = `If it should go out at the launch: ${cancel}, ${schedule}.`
    yield warning(subject, `${at}, ${butOwn}`, advice)
  }
}

/** Launch and letters follow this machine's clock. Silent where systemd can't tell. */
export async function* checkClock(command = 'timedatectl'): AsyncGenerator<Finding> {
  const args = ['show', '--property=NTPSynchronized', '--value']
  const asked = promisify(execFile)(command, args, { timeout: 2000 })
  const answer = await asked.then(({ stdout }) => stdout.trim()).catch(() => '')
  if (answer === 'yes') yield ok('Clock', 'synchronised')
  if (answer !== 'no') return
  const advice = 'Run `timedatectl set-ntp true`, or install systemd-timesyncd or chrony.'
  yield warning('Clock', 'is not synchronised: the launch and letters may be early or late', advice)
}
