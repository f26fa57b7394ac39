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
import { Table, type Column } from './table.tsx'

export async function lettersView({ db, clock, lettersDir }: PageContext): Promise<View> {
  const files = readLetterFolder(lettersDir)
  const readable = files.flatMap(({ letter }) => letter ?? [])
  const own = new Map(readable.map((letter) => [letter.name, letter]))
  const letters = await listLetters(db, own, clock())
  return {
    title: 'Letters',
    body: (
      <>
        <h1>Letters</h1>
        <Table
          caption="The files in content/letters, and letters that were sent"
          columns={columns}
          rows={letters}
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
  {
    title: 'Subject',
    cell: ({ name, subject }) => (
      <a href={`letters/${encodeURIComponent(name)}`}>
        <Text>{subject}</Text>
      </a>
    ),
  },
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
  const path = `letters/${encodeURIComponent(name)}`
  const done = sent ? Math.floor((1 - remaining(sent) / Math.max(1, sent.audience)) * 100) : 0
  const version = hash('sha256', JSON.stringify([mails, mistakes, done]))
  return {
    title: 'Letter',
    version,
    body: (
      <>
        <p className="back">
          <a href="letters">← Letters</a>
        </p>
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
            <Act path={`${path}/test`} label={`Send a test to ${context.contactTo}`} />
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
  const src = `letters/${encodeURIComponent(name)}/html?language=${language}&version=${version}`
  return (
    <section lang={language}>
      <h2 lang="en">
        <Text>{letterFile(name, language)}</Text>
      </h2>
      <p>
        <Text>{subject}</Text>
      </p>
      <div className="previews" lang="en">
        <figure className="desktop">
          <figcaption>On a desktop</figcaption>
          <iframe title={`${letterFile(name, language)} on a desktop`} src={src} sandbox="" />
        </figure>
        <figure className="phone">
          <figcaption>On a phone</figcaption>
          <iframe title={`${letterFile(name, language)} on a phone`} src={src} sandbox="" />
        </figure>
      </div>
      <h3 lang="en">As plain text</h3>
      <pre className="letter-text">
        <Text>{text}</Text>
      </pre>
    </section>
  )
}

function remaining({ queued, sending }: LetterStatus): number {
  return queued + sending
}

function Progress(props: { letter: LetterStatus; percent: number; now: Date }) {
  const { letter, percent, now } = props
  const { name, audience, state } = letter
  return (
    <section>
      <p>
        State: {letterProgress(letter, now)}. Started <When at={letter.started_at} />
        {state === 'started' && remaining(letter) > 0 && (
          <>
            . To stop it: <Command args={['letters', 'stop', name]} />
          </>
        )}
      </p>
      <progress aria-label={`${percent} % done`} value={percent} max={100} />
      <Facts
        facts={[
          ...mailStatuses.map((status): [string, string] => [
            status.replace('_', ' '),
            count(letter[status]),
          ]),
          ['audience', count(audience)],
        ]}
      />
    </section>
  )
}
