import { hash } from 'node:crypto'
import type { ReactNode } from 'react'
import { mailStatuses } from '#database/schema.ts'
import type { DraftText } from '#letters/letter-drafts.ts'
import { isWelcome, languagesOf, letterFile } from '#letters/letter-file.ts'
import { pageStateOf } from '#letters/public-letters.ts'
import {
  isUnderWay,
  isWaiting,
  letterProgress,
  type LetterStatus,
} from '#letters/stored-letters.ts'
import { letterPath } from '#routes.ts'
import { cancelledSentence, lateSentence } from '../letter-sentences.ts'
import type { View } from './layout.tsx'
import { fileMistakeRows, sendingRows, textRows, translationRows } from './letter-checks.tsx'
import { countPeople, mailVersion, type Preview } from './letter-editor.tsx'
import { GoSection } from './letter-forms.tsx'
import { Row } from './last-look.tsx'
import { Bar, letterAddress, WrittenSheet } from './letter-sheet.tsx'
import { InboxLine, MailBeside } from './mail-beside.tsx'
import { clockTime, moment } from './moments.ts'
import { welcomeOccasion } from './occasions.ts'
import type { PageContext } from './page-context.ts'
import { ActionButton, Command, count, Facts, Text } from './parts.tsx'
import { missingLanguages } from '#letters/read-letters.ts'

/** A letter that was scheduled or sent: read-only, with what became of it. */
export function outcomeView(context: PageContext, name: string, preview: Preview): View {
  const { draft, mails, hasChanged } = preview
  const sent = preview.sent!
  const now = context.clock()
  const late = lateSentence(sent, now)
  const isAhead = isWaiting(sent)
  const due = sent.state === 'held' ? undefined : new Date(sent.due_at)
  const shown = [sent.state, pageStateOf(sent), percentDone(sent), late, sent.audience, hasChanged]
  return {
    title: name,
    script: 'mail',
    version: hash('sha256', JSON.stringify(shown)),
    body: (
      <div className="desk">
        <Bar
          name={name}
          state={outcomeState(sent)}
          languages={mails.map(({ language }) => language)}
          sides={['Text', 'Mail']}
        >
          {isAhead ? (
            <ActionButton
              path={`${letterAddress(name)}/cancel`}
              label={draft ? 'Cancel and edit' : 'Cancel it'}
            />
          ) : (
            <ActionButton path={`${letterAddress(name)}/again`} label="Write a new one like this" />
          )}
        </Bar>
        {isAhead && <p className="notice">{waitingSentence(sent, draft !== undefined, now)}</p>}
        {late && <p className="warning">{late}</p>}
        {hasChanged && <NewerText name={name} isDraft={draft !== undefined} isAhead={isAhead} />}
        <ReadOnlySheets context={context} name={name} preview={preview} at={due}>
          {!isAhead && <Outcome letter={sent} />}
        </ReadOnlySheets>
        {isAhead && <PublicPage letter={sent} />}
      </div>
    ),
  }
}

function NewerText(props: { name: string; isDraft: boolean; isAhead: boolean }) {
  const { name, isDraft, isAhead } = props
  if (!isDraft) {
    return (
      <p className="warning">
        The file has changed since then. A letter is sent only once: save the new text under another
        name.
      </p>
    )
  }
  return (
    <p className="warning">
      The draft has a newer text, saved while this one was being sent. Nobody gets it
      {isAhead ? (
        ' unless you cancel this one.'
      ) : (
        <>
          . To print it: <Command args={['letters', 'show', name, '--markdown']} />
        </>
      )}
    </p>
  )
}

function outcomeState(letter: LetterStatus): string {
  if (letter.state === 'held' || (letter.state === 'scheduled' && letter.at_launch === 1))
    return 'waits for the launch'
  const progress = letterProgress(letter)
  if (progress === 'finished') return 'sent'
  return progress === 'preparing' ? 'going out' : progress
}

function waitingSentence(letter: LetterStatus, isDraft: boolean, now: Date): string {
  const confirmed = `Confirmed now: ${count(letter.audience)}.`
  const moves = letter.at_launch === 1 ? ' If the launch moves, it moves along.' : ''
  const change = isDraft ? ' To change the text, cancel it first: the draft stays as it is.' : ''
  const at = new Date(letter.due_at)
  if (letter.state === 'scheduled' && at <= now)
    return `It goes out within seconds if the site is running. ${confirmed}`
  const time =
    letter.state === 'held'
      ? 'with the launch, which has no time in content/site.ts yet,'
      : `${letter.at_launch === 1 ? 'with the launch, ' : ''}on ${moment(at).replace(', ', ' at ')},`
  return `It goes out ${time} to everyone who is confirmed then. ${confirmed}${moves}${change}`
}

function percentDone({ queued, sending, audience }: LetterStatus): number {
  return Math.floor((1 - (queued + sending) / Math.max(1, audience)) * 100)
}

/** The rows on the head of a sheet that went out. */
function Outcome({ letter }: { letter: LetterStatus }) {
  const { name, audience, queued } = letter
  const percent = percentDone(letter)
  const counts = mailStatuses
    .filter((status) => letter[status] > 0 || status === 'sent')
    .map((status) => [status.replace('_', ' '), figureOf(letter, status)])
  const wasCancelled = letter.state === 'stopped' && letter.queued_at === null
  return (
    <dl>
      <Row title={wasCancelled ? 'Cancelled' : 'Went out'}>
        <strong className="big">{moment(new Date(letter.due_at))}</strong>
        <p className="quiet">
          {wasCancelled
            ? 'It was cancelled before then: nobody got it.'
            : 'To everyone who was confirmed then. A letter is sent once: it can’t be changed.'}
        </p>
      </Row>
      <Row title="Reached">
        <progress aria-label={`${percent}% done`} value={percent} max={100} />
        <Facts facts={{ audience: count(audience), ...Object.fromEntries(counts) }} />
        {isUnderWay(letter) && (
          <details>
            <summary>Stop it</summary>
            <p>Still to get it: {count(queued)}. You can’t undo this.</p>
            <ActionButton
              path={`${letterAddress(name)}/stop`}
              label="Stop it for everyone who hasn’t got it"
            />
          </details>
        )}
      </Row>
      {pageStateOf(letter) !== undefined && (
        <Row title="Its page">
          <PublicPage letter={letter} />
        </Row>
      )}
    </dl>
  )
}

/** With the list of those that did not arrive. */
function figureOf(letter: LetterStatus, status: (typeof mailStatuses)[number]): ReactNode {
  const figure = count(letter[status])
  if (status !== 'failed' && status !== 'in_doubt') return figure
  const list = `mail?state=${status}&letter=${encodeURIComponent(letter.name)}`
  return <a href={list}>{figure}</a>
}

/** The link to its page on the site, and the button that takes that page back. */
function PublicPage({ letter }: { letter: LetterStatus }) {
  const { name, public_url: publicUrl } = letter
  const state = pageStateOf(letter)
  if (state === undefined) return null
  const url = `${publicUrl}${letterPath('en', name)}`
  const isHidden = state === 'hidden'
  return (
    <div className="beside">
      <p>
        {isHidden ? (
          'Its page on the site is hidden.'
        ) : (
          <>
            {state === 'ahead' && 'Its page, once it goes out: '}
            <a href={url}>{url}</a>
          </>
        )}
      </p>
      {isHidden && (
        <ActionButton path={`${letterAddress(name)}/show`} label="Show the page again" />
      )}
      {state === 'public' && (
        <ActionButton path={`${letterAddress(name)}/hide`} label="Hide the page" />
      )}
    </div>
  )
}

interface ReadOnlySheetsProps {
  context: PageContext
  name: string
  preview: Preview
  at?: Date | undefined
  /** On the head of the first sheet. */
  children?: ReactNode
}

function ReadOnlySheets({ context, name, preview, at, children }: ReadOnlySheetsProps) {
  return preview.mails.map((mail, index) => {
    const writing = writingOf(preview, mail)
    return (
      <section key={mail.language} className="spread">
        <WrittenSheet language={mail.language} writing={writing}>
          {index === 0 && children}
        </WrittenSheet>
        <MailBeside
          name={name}
          language={mail.language}
          mail={mail}
          version={mailVersion(mail)}
          inbox={
            <InboxLine
              sender={context.sender}
              language={mail.language}
              writing={writing}
              at={at && clockTime(at)}
            />
          }
        />
      </section>
    )
  })
}

/** As it was written, or went out; the plain text if it was stored by a release that kept nothing else. */
export function writingOf(preview: Preview, mail: Preview['mails'][number]): DraftText {
  const { draft, own, sent, isFinal } = preview
  const { language, subject, text } = mail
  const file = own?.texts[language]
  const now = draft?.texts[language] ?? (file && { ...file, preview: file.preview ?? '' })
  const writing = isFinal ? sent?.texts[language]?.written : now
  return writing ?? { subject, preview: '', body: text.split('\n-- \n')[0]! }
}

/** A letter that is a file of the release: it can be sent as it is, or copied to be edited here. */
export async function fileView(
  context: PageContext,
  name: string,
  preview: Preview,
): Promise<View> {
  const { own, seen, mails, mistakes } = preview
  const counts = await countPeople(context)
  const texts = own?.texts
  const checks = own && context.letterChecks(own)
  const rows = [
    ...fileMistakeRows(mistakes),
    ...(own && !isWelcome(name) ? translationRows(missingLanguages(own), counts) : []),
    ...(texts ? textRows(mails, texts, {}) : []),
    ...(checks ? sendingRows(name, checks) : []),
  ]
  const shown = [mails.map(mailVersion), mistakes, checks?.findings, checks?.checkedAt === null]
  return {
    title: name,
    script: 'mail',
    version: hash('sha256', JSON.stringify(shown)),
    body: (
      <div className="desk">
        <Bar
          name={name}
          state="file"
          languages={own ? languagesOf(own.texts) : []}
          sides={['Text', 'Mail']}
        >
          {own && <ActionButton path={`${letterAddress(name)}/edit`} label="Edit here" />}
        </Bar>
        <p className="notice">
          This letter is a file of the release, <Text>{letterFile(name, 'en')}</Text>. “Edit here”
          copies it into the database. From then on that copy counts, and the file is not used until
          you say so.
        </p>
        {preview.sent && <p className="occasion quiet">{cancelledSentence(preview.sent)}</p>}
        {isWelcome(name) && <p className="occasion quiet">{welcomeOccasion(name)}</p>}
        <ReadOnlySheets context={context} name={name} preview={preview} />
        <GoSection
          context={context}
          name={name}
          own={own}
          seen={seen}
          rows={rows}
          counts={counts}
        />
      </div>
    ),
  }
}
