import { launchTime } from '#content/launch.ts'
import { englishNames, ownNames, type Language } from '#language.ts'
import { missingLanguages } from '#letters/read-letters.ts'
import { languagesOf, type OwnLetter } from '#letters/letter-file.ts'
import type { SendingTime } from '../sending-time.ts'
import type { View } from './layout.tsx'
import {
  CheckRows,
  peopleWords,
  sendingRows,
  type CheckRow,
  type Counts,
} from './letter-checks.tsx'
import { countPeople, mailVersion } from './letter-editor.tsx'
import type { Fields } from './letter-forms.tsx'
import { Bar, Choice, letterAddress } from './letter-sheet.tsx'
import { InboxLine, MailFrame, OtherScheme, type ShownMail } from './mail-beside.tsx'
import { clockTime, inWords, moment, recently } from './moments.ts'
import type { PageContext } from './page-context.ts'

interface LastLook {
  own: OwnLetter
  seen: string
  mails: ShownMail[]
  /** Undefined: now. */
  at: SendingTime | undefined
  /** As they were chosen on the page before. */
  fields: Fields
}

/** All about a letter on one page, before it goes to everyone. */
export async function lastLookView(context: PageContext, letter: LastLook): Promise<View> {
  const { own, seen, mails, at } = letter
  const { name } = own
  const now = context.clock()
  const counts = await countPeople(context)
  const { when, to, question, button, promise } = wordsFor(at, now)
  const checks = context.letterChecks(own, { at })
  const rows = [...sendingRows(name, checks), ...testRows(context, name, seen)]
  return {
    title: button,
    script: 'mail',
    // Until the checks are done.
    ...(checks.checkedAt === null && { version: 'checking' }),
    body: (
      <div className="desk">
        <Bar
          back={{ href: letterAddress(name), label: 'Keep writing' }}
          name={name}
          state={own.origin === 'file' ? 'file' : 'draft'}
        />
        <section className="spread">
          <div className="page">
            <div className="question">
              <h2>{question}</h2>
            </div>
            <dl>
              <Row title="When">
                <strong className="big">{when[0]}</strong>
                <p className="quiet">{when[1]}</p>
              </Row>
              <Row title="To">
                <strong className="big">{peopleWords(counts.all)}</strong>
                <p className="quiet">{to}</p>
              </Row>
              <Row title="Inbox">
                <Envelopes context={context} letter={letter} counts={counts} now={now} />
              </Row>
              <Row title="Checks">
                <CheckRows rows={shortened(rows, now)} />
              </Row>
            </dl>
            <Seal letter={letter} counts={counts} button={button} promise={promise} />
          </div>
          <LastMails name={name} mails={mails} />
        </section>
      </div>
    ),
  }
}

interface SealProps {
  letter: LastLook
  counts: Counts
  button: string
  promise: string
}

/** The number to type, and the button that sends. */
function Seal({ letter, counts, button, promise }: SealProps) {
  const { own, seen, fields } = letter
  return (
    <form className="seal" method="post" action={`${letterAddress(own.name)}/send`}>
      {missingLanguages(own).map((language) => (
        <label key={language} className="check">
          <input type="checkbox" name="fallback" value="en" required />{' '}
          {counts[language] ? peopleWords(counts[language]) : 'People'} who signed up in{' '}
          {englishNames[language]} get the English text
        </label>
      ))}
      <label htmlFor="typed">
        To go on, type the number of people: <strong>{counts.all}</strong>
      </label>
      <div className="row">
        <input id="typed" name="typed" inputMode="numeric" autoComplete="off" required />
        <button className="primary">{button}</button>
        <a className="button" href={letterAddress(own.name)}>
          Keep writing
        </a>
      </div>
      <p className="quiet">{promise}</p>
      <input type="hidden" name="audience" value={counts.all} />
      <input type="hidden" name="seen" value={seen} />
      <input type="hidden" name="when" value={fields['when']} />
      <input type="hidden" name="time" value={fields['time'] ?? ''} />
    </form>
  )
}

export function Row({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="row-of">
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The words of the page and its button about the chosen time. */
function wordsFor(at: SendingTime | undefined, now: Date) {
  if (!at) {
    return {
      when: ['Now', 'It begins within seconds, and can’t be called back.'],
      to: 'Everyone who is confirmed now.',
      question: 'Send this to everyone, now?',
      button: 'Send it now',
      promise: 'What this page shows is what goes out.',
    }
  }
  const isAtLaunch = at.dueAt === 'launch'
  const due = isAtLaunch ? launchTime() : (at.dueAt as Date).getTime()
  const time = due === undefined ? undefined : new Date(due)
  const cancel = time
    ? `Until ${moment(time)} you can still cancel it.`
    : 'Until then you can still cancel it.'
  const to = 'Everyone who is confirmed at that moment; this many are now.'
  const promise = `What this page shows is what goes out. ${cancel}`
  if (!isAtLaunch) {
    return {
      when: [moment(time!), `${inWords(time!, now)}.`],
      to,
      question: 'Send this to everyone, at this time?',
      button: 'Schedule it',
      promise,
    }
  }
  const moves = 'If the launch moves, it moves along.'
  return {
    when: time
      ? [moment(time), `${inWords(time, now)}, with the site. ${moves}`]
      : ['At the launch', 'content/site.ts has no time for it yet: the letter waits until it has.'],
    to,
    question: 'Send this to everyone, at the launch?',
    button: 'Schedule it for the launch',
    promise,
  }
}

interface EnvelopesProps {
  context: PageContext
  letter: LastLook
  counts: Counts
  now: Date
}

function Envelopes({ context, letter, counts, now }: EnvelopesProps) {
  const { own, at } = letter
  const { dueAt = now } = at ?? {}
  const due = dueAt === 'launch' ? launchTime() : dueAt
  const missing = missingLanguages(own)
  return languagesOf(own.texts).map((language) => {
    const { subject, preview, body } = own.texts[language]!
    const readers = language === 'en' ? [language, ...missing] : [language]
    const people = readers.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
    return (
      <figure key={language}>
        <figcaption>{getsWords(people, language)}</figcaption>
        <InboxLine
          sender={context.sender}
          language={language}
          writing={{ subject, preview: preview ?? '', body }}
          at={due === undefined ? undefined : clockTime(new Date(due))}
        />
      </figure>
    )
  })
}

const getsWords = (people: number, language: Language) =>
  `${peopleWords(people)} ${people === 1 ? 'gets' : 'get'} it in ${englishNames[language]}`

/** Whether the owner has seen this text in a mailbox. */
function testRows({ tests, clock }: PageContext, name: string, seen: string): CheckRow[] {
  const last = tests.get(name)
  if (last?.seen === seen) return [{ level: 'fine', kind: 'Test', text: 'sent' }]
  const advice = <a href={`${letterAddress(name)}#go`}>Send {last ? 'another' : 'one'}</a>
  const text = last
    ? `the text has changed since the last one, at ${recently(last.at, clock())}.`
    : 'you haven’t sent one to yourself.'
  return [{ level: 'look', kind: 'Test', text, advice }]
}

/** Those that are fine in one row. */
function shortened(rows: CheckRow[], now: Date): CheckRow[] {
  const fine = rows.filter(({ level }) => level === 'fine').length
  const others = rows.filter(({ level }) => level !== 'fine')
  if (fine === 0) return others
  const kind = `${fine} ${fine === 1 ? 'check' : 'checks'}`
  const text = `${fine === 1 ? 'is' : 'are'} fine, at ${clockTime(now)}`
  return [{ level: 'fine', kind, text }, ...others]
}

function LastMails({ name, mails }: { name: string; mails: ShownMail[] }) {
  return (
    <div className="mail last" role="region" aria-label="The mail">
      <div className="choices">
        <fieldset>
          <legend className="visually-hidden">Language</legend>
          {mails.map(({ language }, index) => (
            <Choice
              key={language}
              name="language"
              value={ownNames[language]}
              isFirst={index === 0}
            />
          ))}
        </fieldset>
        <OtherScheme />
      </div>
      <div className="frame">
        {mails.map((mail) => (
          <MailFrame
            key={mail.language}
            name={name}
            language={mail.language}
            version={mailVersion(mail)}
            isEmpty={false}
          />
        ))}
      </div>
    </div>
  )
}
