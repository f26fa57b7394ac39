import { hash } from 'node:crypto'
import { readLetters } from '#letters/read-letters.ts'
import { isWelcome, letterFile } from '#letters/letter-file.ts'
import {
  countConfirmed,
  listLetters,
  wasCancelled,
  type ListedLetter,
} from '#letters/stored-letters.ts'
import { pageStateOf } from '#letters/public-letters.ts'
import { lateSentence, listedState } from '../letter-sentences.ts'
import { previewLetter } from '../send-letter.ts'
import type { View } from './layout.tsx'
import type { PageContext } from './page-context.ts'
import { count, Text } from './parts.tsx'
import { percentDone, Progress, PublicPage, SendForm, TestForm } from './letter-forms.tsx'
import { linkColumn, List, type Column } from './table.tsx'

export async function lettersView({ db, lettersDir }: PageContext): Promise<View> {
  const files = await readLetters({ db, lettersDir })
  return {
    title: 'Letters',
    body: (
      <>
        <h1>Letters</h1>
        <List
          caption="All letters"
          columns={columns}
          rows={await listLetters(db, files)}
          none="There are no letters yet."
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
  { title: 'State', cell: listedState },
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

export async function letterView(context: PageContext, name: string): Promise<View | undefined> {
  const preview = await previewLetter(context, name)
  if (!preview) return undefined
  const { own, seen, sent, mails, mistakes, hasChanged } = preview
  const now = context.clock()
  const canSend = own && seen && !isWelcome(name) && (!sent || wasCancelled(sent))
  const checks = canSend ? context.letterChecks(own) : undefined
  const isLate = sent && lateSentence(sent, now) !== undefined
  const progress = sent && [sent.state, pageStateOf(sent), percentDone(sent), isLate]
  const checked = checks && [checks.findings, checks.checkedAt !== null]
  const shown = mails.map(({ subject, html, text }) => [subject, html, text])
  const version = hash('sha256', JSON.stringify([shown, mistakes, progress, checked]))
  return {
    title: 'Letter',
    version,
    body: (
      <>
        <h1 className="given">
          <Text>{mails[0]?.subject ?? `${name}.md`}</Text>
        </h1>
        {sent && <Progress letter={sent} now={now} />}
        {sent && !canSend && <PublicPage letter={sent} />}
        {hasChanged && !canSend && (
          <p className="warning">
            The file has changed since then. A letter is sent only once: save the new text under
            another name.
          </p>
        )}
        <Mistakes name={name} mistakes={mistakes} />
        {isWelcome(name) && <p>Sent automatically to each subscriber who confirms.</p>}
        {mails.length > 0 && <TestForm name={name} contactTo={context.contactTo} />}
        {canSend && (
          <SendForm
            own={own}
            seen={seen}
            audience={await countConfirmed(context.db)}
            checks={checks!}
            now={now}
          />
        )}
        {mails.map((mail) => (
          <Previews key={mail.language} name={name} mail={mail} version={version} />
        ))}
      </>
    ),
  }
}

type PreviewedMail = NonNullable<Awaited<ReturnType<typeof previewLetter>>>['mails'][number]

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
            <iframe title={`${file} on a ${device}`} src={src} sandbox="allow-same-origin" />
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
