import { hash } from 'node:crypto'
import { mailStatuses } from '#database/schema.ts'
import { readLetterFolder } from '#newsletter/content-letters.ts'
import { languagesOf, letterFile, welcomeName } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import {
  letterProgress,
  listLetters,
  readLetterStatus,
  type LetterStatus,
  type ListedLetter,
} from '#newsletter/letter-sending.ts'
import type { View } from './layout.tsx'
import type { PageContext } from './page-context.ts'
import { Act, Command, count, Facts, Text, When } from './parts.tsx'
import { linkColumn, List, type Column } from './table.tsx'

export async function lettersView({ db, clock, lettersDir }: PageContext): Promise<View> {
  const files = readLetterFolder(lettersDir)
  const readable = files.flatMap(({ letter }) => letter ?? [])
  const own = new Map(readable.map((letter) => [letter.name, letter]))
  return {
    title: 'Letters',
    body: (
      <>
        <h1>Letters</h1>
        <List
          caption="The files in content/letters, and letters that were sent"
          columns={columns}
          rows={await listLetters(db, own, clock())}
          none="There are no letters in content/letters."
        />
        {files.map(({ name, mistakes }) => (
          <Mistakes key={name} name={name} mistakes={mistakes} />
        ))}
      </>
    ),
  }
}

const columns: Column<ListedLetter>[] = [
  linkColumn('Subject', 'letters', ({ name, subject }) => [name, subject]),
  { title: 'File', cell: ({ name }) => <Text>{`${name}.md`}</Text> },
  { title: 'State', cell: ({ name, state }) => (name === welcomeName ? 'on confirmation' : state) },
  { title: 'Sent', cell: ({ sent }) => count(sent), isNumber: true, isNamed: true },
  { title: 'Audience', cell: ({ audience }) => count(audience), isNumber: true, isNamed: true },
]

function Mistakes({ name, mistakes }: { name: string; mistakes: string[] }) {
  if (mistakes.length === 0) return null
  return (
    <section className="warning" role="alert">
      <h2>{name}.md needs a correction</h2>
      <ul>
        {mistakes.map((mistake) => (
          <li key={mistake}>
            <Text>{mistake}</Text>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As its readers get it: a letter that was sent as it went out, any other as its file is now. */
export async function readLetterPreview(context: PageContext, name: string) {
  const { db, clock, secret, publicUrl, sender, lettersDir } = context
  const file = readLetterFolder(lettersDir).find((one) => one.name === name)
  const sent = await readLetterStatus(db, name)
  if (!file && !sent) return undefined
  const own = file?.letter && renderLetter(file.letter, { publicUrl, sender })
  const letter = sent ?? own
  // The unsubscribe link belongs to nobody.
  const reader = { id: '00000000-0000-7000-8000-000000000000', confirmedAt: clock() }
  return {
    sent,
    mistakes: file?.mistakes ?? [],
    mails: (letter ? languagesOf(letter.texts) : []).map((language) => ({
      language,
      ...fillLetter(letter!, secret, { ...reader, language }),
    })),
    hasChanged: Boolean(sent && own && JSON.stringify(own.texts) !== JSON.stringify(sent.texts)),
  }
}

export async function letterView(context: PageContext, name: string): Promise<View | undefined> {
  const preview = await readLetterPreview(context, name)
  if (!preview) return undefined
  const { sent, mails, mistakes, hasChanged } = preview
  const done = sent ? percentDone(sent) : 0
  const version = hash('sha256', JSON.stringify([mails, mistakes, done]))
  return {
    title: 'Letter',
    version,
    body: (
      <>
        <h1 className="given">
          <Text>{mails[0]?.subject ?? `${name}.md`}</Text>
        </h1>
        {sent && <Progress letter={sent} percent={done} now={context.clock()} />}
        {hasChanged && (
          <p className="warning">
            The file has changed since. A letter is sent only once: save the new text under another
            name.
          </p>
        )}
        <Mistakes name={name} mistakes={mistakes} />
        {mails.length > 0 && (
          <div className="acts">
            <Act
              path={`letters/${encodeURIComponent(name)}/test`}
              label={`Send a test to ${context.contactTo}`}
            />
            {!sent && name !== welcomeName && (
              <span>
                To send it to everyone: <Command args={['letters', 'send', name]} />
              </span>
            )}
          </div>
        )}
        {mails.map((mail) => (
          <Previews key={mail.language} name={name} mail={mail} version={version} />
        ))}
      </>
    ),
  }
}

type PreviewedMail = NonNullable<Awaited<ReturnType<typeof readLetterPreview>>>['mails'][number]

/** One language of a letter: HTML at two widths, and the plain text. */
function Previews(props: { name: string; mail: PreviewedMail; version: string }) {
  const { name, mail, version } = props
  const { language, subject, text } = mail
  const file = letterFile(name, language)
  const src = `letters/${encodeURIComponent(name)}/html?language=${language}&version=${version}`
  return (
    <section lang={language}>
      <h2 lang="en">
        <Text>{file}</Text>
      </h2>
      <p>
        <Text>{subject}</Text>
      </p>
      <div className="previews" lang="en">
        {['desktop', 'phone'].map((device) => (
          <figure key={device} className={device}>
            <figcaption>On a {device}</figcaption>
            <iframe title={`${file} on a ${device}`} src={src} sandbox="" />
          </figure>
        ))}
      </div>
      <h3 lang="en">As plain text</h3>
      <pre className="sheet">
        <Text>{text}</Text>
      </pre>
    </section>
  )
}

function percentDone({ queued, sending, audience }: LetterStatus): number {
  return Math.floor((1 - (queued + sending) / Math.max(1, audience)) * 100)
}

function Progress(props: { letter: LetterStatus; percent: number; now: Date }) {
  const { letter, percent, now } = props
  const counts = mailStatuses.map((status) => [status.replace('_', ' '), count(letter[status])])
  return (
    <section>
      <p>
        State: {letterProgress(letter, now)}. Started <When at={letter.started_at} />
        {letter.state === 'started' && percent < 100 && (
          <>
            . To stop it: <Command args={['letters', 'stop', letter.name]} />
          </>
        )}
      </p>
      <progress aria-label={`${percent} % done`} value={percent} max={100} />
      <Facts facts={{ ...Object.fromEntries(counts), audience: count(letter.audience) }} />
    </section>
  )
}
