import { site } from '#content/content.ts'
import { launchTime, wasLaunchedBefore } from '#content/launch.ts'
import { parseEmailAddress } from '#email-address.ts'
import { englishNames } from '#language.ts'
import { isWelcome, languagesOf, type OwnLetter } from '#letters/letter-file.ts'
import { assertUncut } from '../mail-size.ts'
import { previewLetter, sendSeenLetter, testLetter } from '../send-letter.ts'
import { sendingTime } from '../sending-time.ts'
import { UserError } from '#user-error.ts'
import { CheckRows, countWrong, peopleWords, type CheckRow, type Counts } from './letter-checks.tsx'
import { letterAddress } from './letter-sheet.tsx'
import { moment } from './moments.ts'
import type { PageContext } from './page-context.ts'
import { count, timeZone } from './parts.tsx'

interface GoSectionProps {
  context: PageContext
  name: string
  own: OwnLetter | undefined
  /** The version of the letter that the page shows; undefined if it can't be sent. */
  seen: string | undefined
  rows: CheckRow[]
  counts: Counts
}

/** The checks, and beside them the ways to send the letter. */
export function GoSection({ context, name, own, seen, rows, counts }: GoSectionProps) {
  const wrong = countWrong(rows)
  return (
    <section className="go" id="go">
      <div className="columns">
        <div>
          <h2>Before it goes</h2>
          <div id="checks" data-live>
            <CheckRows rows={rows} />
          </div>
        </div>
        <div>
          <h2>Send it</h2>
          <TestForm name={name} contactTo={context.contactTo} seen={seen} own={own} />
          {!isWelcome(name) && (
            <SendSection
              name={name}
              seen={seen}
              counts={counts}
              wrong={wrong}
              now={context.clock()}
            />
          )}
        </div>
      </div>
    </section>
  )
}

/** The fields of a form, as the owner filled it in. */
export type Fields = Partial<Record<string, string>>

interface TestFormProps {
  name: string
  contactTo: string
  seen: string | undefined
  own: OwnLetter | undefined
}

function TestForm({ name, contactTo, seen, own }: TestFormProps) {
  const languages = own ? languagesOf(own.texts) : []
  return (
    <>
      <h3>To yourself first</h3>
      <form className="row" method="post" action={`${letterAddress(name)}/test`} data-stays>
        <label>
          Address <input name="to" type="email" defaultValue={contactTo} required />
        </label>
        <input type="hidden" name="seen" value={seen ?? ''} />
        <button>Send a test</button>
      </form>
      <p className="quiet" id="test-marks" data-live>
        {languages.length > 1 ? 'Both languages, marked [Test].' : 'Marked [Test].'}
      </p>
      <p className="outcome" role="status" />
    </>
  )
}

export async function sendTest(context: PageContext, name: string, { to, seen }: Fields) {
  const { contactTo, tests, clock } = context
  const address = to === undefined || to === contactTo ? contactTo : parseEmailAddress(to)?.email
  if (address === undefined) throw new UserError('Give an email address.')
  const sentence = await testLetter(context, name, { to: address, ...(seen && { seen }) })
  if (seen) tests.set(name, { seen, at: clock() })
  return sentence
}

interface SendSectionProps {
  name: string
  seen: string | undefined
  counts: Counts
  /** The number of checks that failed. */
  wrong: number
  now: Date
}

/** The way to the last look, where it can be sent. */
function SendSection({ name, seen, counts, wrong, now }: SendSectionProps) {
  const launchAt = launchTime()
  return (
    <>
      <h3>To everyone</h3>
      <p>
        <strong>{peopleWords(counts.all)}</strong> {counts.all === 1 ? 'has' : 'have'} confirmed
        {peopleByLanguage(counts)}.
      </p>
      <form method="get" action={`${letterAddress(name)}/send`}>
        <fieldset className="when">
          <legend className="visually-hidden">When</legend>
          <When value="now">Now</When>
          {!wasLaunchedBefore(now) && (
            <When value="launch">
              At the launch
              <small>
                {launchAt === undefined
                  ? 'Once content/site.ts has its time.'
                  : `${moment(new Date(launchAt))}. If the launch moves, it moves along.`}
              </small>
            </When>
          )}
          <When value="time">
            At another time
            <small>In the time zone {timeZone}.</small>
          </When>
          <input
            className="time"
            type="datetime-local"
            name="time"
            aria-label={`Day and time, ${timeZone}`}
          />
        </fieldset>
        <input type="hidden" name="seen" value={seen ?? ''} />
        <div id="go-on" data-live>
          {wrong > 0 ? (
            <p>
              <strong>It can’t be sent yet:</strong> put {wrong} {wrong === 1 ? 'thing' : 'things'}{' '}
              right first.
            </p>
          ) : (
            <>
              <p>
                <button className="primary">Continue</button>
              </p>
              <p className="quiet">
                You see it once more, and type a number, before anything goes out.
              </p>
            </>
          )}
        </div>
      </form>
    </>
  )
}

function peopleByLanguage(counts: Counts): string {
  const known = site.languages.filter((language) => counts[language])
  if (known.length < 2) return ''
  const words = known.map((language) => `${count(counts[language]!)} in ${englishNames[language]}`)
  return `: ${words.join(', ')}`
}

/** None is chosen at first: nobody must send to everyone at a time that they did not mean. */
function When({ value, children }: { value: string; children: React.ReactNode }) {
  return (
    <label>
      <input type="radio" name="when" value={value} required /> <span>{children}</span>
    </label>
  )
}

/** The time that was chosen, or undefined for now. */
export function chosenTime({ when, time = '' }: Fields, now: Date) {
  if (when === undefined) throw new UserError('Choose when to send it. Nothing was sent.')
  if (when !== 'time' && time !== '') {
    throw new UserError(
      'You entered a time but selected another option. Select “At another time”, or clear the time. Nothing was sent.',
    )
  }
  return when === 'now'
    ? undefined
    : sendingTime(when === 'time' ? time : when, now, { zone: timeZone })
}

export async function send(context: PageContext, name: string, fields: Fields): Promise<string> {
  const { typed = '', audience = '', seen = '', fallback } = fields
  const at = chosenTime(fields, context.clock())
  if (typed.replaceAll(/[\s.,]/g, '') !== audience) {
    throw new UserError(
      `Type the number of people who have confirmed, ${audience}. Nothing was sent.`,
    )
  }
  const preview = await previewLetter(context, name)
  if (preview && !preview.isFinal) assertUncut(preview.mails)
  return await sendSeenLetter(context, name, {
    at,
    fallback: fallback === 'en' ? 'en' : undefined,
    seen,
  })
}
