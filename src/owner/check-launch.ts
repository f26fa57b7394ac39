import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Site } from '#content/content-rules.ts'
import { site } from '#content/content.ts'
import { launchTime } from '#content/launch.ts'
import type { Db } from '#database/schema.ts'
import { launchLetter } from '#letters/letter-file.ts'
import { boundToLaunch } from '#letters/launch-letters.ts'
import { waitingLetters } from '#letters/stored-letters.ts'
import { ok, warning, type Finding } from './finding.ts'
import { isSameMinute } from './send-letter.ts'
import { zonedInstant } from './printable.ts'
import { offsetMistake } from './sending-time.ts'

type Content = Pick<Site, 'launched'>
type Waiting = Awaited<ReturnType<typeof waitingLetters>>[number]

const subject = 'Launch'
const cancel = `\`letters stop ${launchLetter}\``
const schedule = `\`letters send ${launchLetter} --at launch\``
const timeOfLaunch = (launchAt: number) => zonedInstant(new Date(launchAt).toISOString())

/** Whether a letter goes out when the pages change. Silent if neither is ahead. */
export async function* checkLaunch(
  db: Db,
  now: Date,
  content: Content = site,
): AsyncGenerator<Finding> {
  const mistake = content.launched && offsetMistake(content.launched.at ?? '')
  if (mistake) yield warning(subject, mistake, 'Correct the offset in content/site.ts.')
  const launchAt = launchTime(content)
  const isAhead = launchAt !== undefined && launchAt > now.getTime()
  const waiting = await waitingLetters(db)
  const bound = waiting.filter(({ at_launch: atLaunch }) => atLaunch === 1)
  const own = waiting.find((letter) => letter.name === launchLetter && !bound.includes(letter))
  for (const letter of bound) yield* checkBound(letter, now, content)
  if (own) yield* isAhead ? [checkTimes(own, launchAt)] : checkUnexpected(own, content)
  if (own || bound.length > 0 || !isAhead) return
  const other = waiting.find(({ due_at }) => isSameMinute(due_at, launchAt))
  if (other) return yield checkTimes(other, launchAt)
  const message = `${timeOfLaunch(launchAt)}, and no letter is scheduled for it`
  yield warning(subject, message, `Schedule it: ${schedule}.`)
}

/** A letter that is bound to the launch follows the running site, which may have been started with another launch. */
function* checkBound(
  { name, ...stored }: Waiting,
  now: Date,
  content: Content,
): Generator<Finding> {
  const { state, due_at: dueAt } = boundToLaunch(now, content)
  const isHeld = state === 'held'
  const isNow = dueAt === now.toISOString()
  if (!isHeld && isNow && stored.state === 'scheduled' && stored.due_at <= dueAt) return
  const launch = isHeld ? notSet : isNow ? 'launched already' : zonedInstant(dueAt)
  if (stored.state === state && (isHeld || stored.due_at === dueAt)) {
    return yield ok(
      subject,
      isHeld
        ? `${launch}: the letter ${name} is held until it is`
        : `${launch}, with the letter ${name}`,
    )
  }
  const plan = stored.state === 'held' ? 'holds' : 'sends'
  const time = stored.state === 'held' ? '' : ` at ${zonedInstant(stored.due_at)}`
  const message = `${launch}, but the running site ${plan} the letter ${name}${time}`
  yield warning(subject, message, 'Restart the site: it then follows content/site.ts.')
}

const notSet = 'not set in content/site.ts'

/** A letter that has its own time, and the launch. */
function checkTimes({ name, due_at: dueAt }: Waiting, launchAt: number): Finding {
  const at = timeOfLaunch(launchAt)
  if (isSameMinute(dueAt, launchAt)) return ok(subject, `${at}, with the letter ${name}`)
  const advice = `If it should go out at the launch: ${cancel}, ${schedule}.`
  return warning(subject, `${at}, ${butScheduled(name, dueAt)}`, advice)
}

/** The launch letter has its own time, and no launch lies ahead. */
function* checkUnexpected({ name, due_at: dueAt }: Waiting, content: Content): Generator<Finding> {
  // At the minute itself it waits for the site to begin.
  if (launchTime(content) === Date.parse(dueAt)) return
  const state = content.launched ? 'launched already' : notSet
  const advice = `If it should not go out then: ${cancel}.`
  yield warning(subject, `${state}, ${butScheduled(name, dueAt)}`, advice)
}

const butScheduled = (name: string, dueAt: string) =>
  `but the letter ${name} is scheduled for ${zonedInstant(dueAt)}`

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
