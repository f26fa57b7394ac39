import { site } from '#content/content.ts'
import { wasLaunchedBefore } from '#content/launch.ts'
import { englishNames } from '#language.ts'
import { isWelcome, welcomeNames } from '#letters/letter-file.ts'
import { readLetters, sampleTexts, type FoundLetter } from '#letters/read-letters.ts'
import { listLetters, type ListedLetter } from '#letters/stored-letters.ts'
import { previewLetter } from '../send-letter.ts'
import type { View } from './layout.tsx'
import { countPeople, editorView } from './letter-editor.tsx'
import { peopleWords } from './letter-checks.tsx'
import { letterAddress } from './letter-sheet.tsx'
import { recently } from './moments.ts'
import type { PageContext } from './page-context.ts'
import { count, Text, When } from './parts.tsx'
import { fileView, outcomeView } from './settled-letter.tsx'
import { List, type Column } from './table.tsx'

export async function letterView(context: PageContext, name: string): Promise<View | undefined> {
  const preview = await previewLetter(context, name)
  if (!preview) return undefined
  if (preview.isFinal) return outcomeView(context, name, preview)
  const { draft } = preview
  if (!draft) return await fileView(context, name, preview)
  return await editorView(context, draft, preview)
}

type Row = ListedLetter & { found: FoundLetter | undefined; now: Date }

export async function lettersView(context: PageContext): Promise<View> {
  const { db, clock } = context
  const now = clock()
  const found = new Map((await readLetters(context)).map((one) => [one.name, one]))
  const listed = await listLetters(db, [...found.values()])
  const rows: Row[] = listed.map((letter) => ({ ...letter, found: found.get(letter.name), now }))
  const welcomes = rows.filter(({ name }) => isWelcome(name))
  const others = rows.filter(({ name }) => !isWelcome(name))
  const sent = others.filter(({ state }) => isSettled(state))
  const ahead = others.filter(({ state }) => !isSettled(state))
  const unreadable = [...found.values()].filter(
    ({ origin, mistakes }) => origin === 'file' && mistakes.length > 0,
  )
  return {
    title: 'Letters',
    body: (
      <>
        <h1>Letters</h1>
        <form className="new" method="post" action="letters">
          <label className="visually-hidden" htmlFor="subject">
            Subject of a new letter
          </label>
          <input
            id="subject"
            name="subject"
            maxLength={200}
            placeholder="Subject of a new letter"
            required
            autoComplete="off"
          />
          <button className="primary">Start writing</button>
        </form>
        {others.length === 0 && (
          <p className="none">
            Nothing written yet. A letter goes to everyone who has confirmed:{' '}
            {peopleWords((await countPeople(context)).all)} today. Begin with its subject; you can
            change it as often as you like.
          </p>
        )}
        <Group title="Not sent yet" last="Changed" rows={ahead} />
        <Group title="Welcome letters" last="Changed" rows={welcomes} />
        <Group
          title="Sent"
          last="Sent"
          rows={sent.toSorted((a, b) => (b.dueAt ?? '').localeCompare(a.dueAt ?? ''))}
        />
        {unreadable.map(({ name, mistakes }) => (
          <Mistakes key={name} name={name} mistakes={mistakes} />
        ))}
      </>
    ),
  }
}

const isSettled = (state: string) =>
  ['preparing', 'going out', 'finished', 'stopped'].includes(state)

function Group({ title, last, rows }: { title: string; last: string; rows: Row[] }) {
  if (rows.length === 0) return null
  const columns: Column<Row>[] = [
    { title: 'Subject', cell: subjectCell },
    { title: 'State', cell: stateCell },
    { title: last, cell: lastChangeCell },
  ]
  return (
    <section className="letters">
      <h2>{title}</h2>
      <List caption={title} columns={columns} rows={rows} none="" />
    </section>
  )
}

function subjectCell({ name, subject, found }: Row) {
  const texts = found?.draft?.texts ?? found?.letter?.texts
  const missing = texts ? site.languages.filter((language) => !texts[language]) : []
  const written = texts ? site.languages.filter((language) => texts[language]) : []
  return (
    <>
      <a href={letterAddress(name)}>
        <Text>{subject.trim() || '(no subject yet)'}</Text>
      </a>
      <span className="quiet">
        <Text>{name}</Text>
        {written.length > 0 && ` · ${written.map((one) => englishNames[one]).join(', ')}`}
        {missing.map((language) => (
          <span key={language} className="warm">
            , {englishNames[language]} is missing
          </span>
        ))}
      </span>
    </>
  )
}

function stateCell({ name, state, atLaunch, dueAt, sent, audience, found, now }: Row) {
  const isSample = found?.letter && sampleTexts(found.letter).length > 0
  if (isWelcome(name)) {
    const [before] = welcomeNames
    const when =
      name === before && !wasLaunchedBefore(now) ? 'until the launch' : 'from the launch on'
    return <TwoLines first={isSample ? <Sample /> : welcomeState(found)} second={when} />
  }
  if (isSettled(state)) {
    const word = state === 'finished' ? 'sent' : state === 'preparing' ? 'going out' : state
    return <TwoLines first={word} second={`${count(sent)} of ${count(audience)}`} />
  }
  if (state === 'held')
    return <TwoLines first="waits for the launch" second="which has no time yet" />
  if (state === 'scheduled') {
    const at = recently(new Date(dueAt!), now)
    return <TwoLines first={atLaunch ? 'waits for the launch' : 'scheduled'} second={at} />
  }
  return isSample ? <Sample /> : found?.draft ? 'draft' : 'not sent'
}

function welcomeState(found: FoundLetter | undefined): string {
  return found?.draft && found.draft.used === null ? 'draft, not in use' : 'in use'
}

const Sample = () => <span className="warm">still the sample</span>

function TwoLines({ first, second }: { first: React.ReactNode; second: string }) {
  return (
    <>
      {first} <span className="quiet">{second}</span>
    </>
  )
}

function lastChangeCell({ state, dueAt, savedAt, found }: Row) {
  if (isSettled(state)) return <When at={dueAt} />
  if (savedAt !== null) {
    return (
      <>
        <When at={savedAt} />{' '}
        {found?.draft?.unusedFile !== undefined && (
          <span className="quiet">instead of {found.draft?.unusedFile}</span>
        )}
      </>
    )
  }
  return <span className="quiet">a file in the release</span>
}

function Mistakes({ name, mistakes }: { name: string; mistakes: string[] }) {
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
