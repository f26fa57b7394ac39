import { hash } from 'node:crypto'
import { site } from '#content/content.ts'
import { englishNames, ownNames, type Language } from '#language.ts'
import { listDraftPictures } from '#letters/draft-pictures.ts'
import { isWelcome, type OwnLetter } from '#letters/letter-file.ts'
import type { DraftText, LetterDraft } from '#letters/letter-drafts.ts'
import { countConfirmed } from '#letters/stored-letters.ts'
import { cancelledSentence } from '../letter-sentences.ts'
import type { previewLetter } from '../send-letter.ts'
import type { View } from './layout.tsx'
import {
  countWrong,
  mistakeRows,
  peopleWords,
  sendingRows,
  textRows,
  translationRows,
  type CheckRow,
  type Counts,
} from './letter-checks.tsx'
import { GoSection } from './letter-forms.tsx'
import { LetterSettings } from './letter-settings.tsx'
import {
  Bar,
  emptyWriting,
  letterAddress,
  Sheet,
  WrittenSheet,
  type SheetPicture,
} from './letter-sheet.tsx'
import { SheetHead } from './sheet-head.tsx'
import { InboxLine, MailBeside, type ShownMail } from './mail-beside.tsx'
import { recently } from './moments.ts'
import { occasionOf } from './occasions.ts'
import type { PageContext } from './page-context.ts'

export type Preview = NonNullable<Awaited<ReturnType<typeof previewLetter>>>

/** @param unusedFile of the same name */
type EditedDraft = LetterDraft & { unusedFile: string | undefined }

export interface EditorOptions {
  /** Why the text on the page is not saved. */
  alert?: string | undefined
  /** The version that was not chosen. */
  leftover?: LetterDraft['texts'] | undefined
}

/** The page on which a letter is written. It works without a script; letter-saving.js saves it while you type. */
export async function editorView(
  context: PageContext,
  draft: EditedDraft,
  preview: Pick<Preview, 'own' | 'seen' | 'sent' | 'mails' | 'draftMistakes'>,
  { alert, leftover }: EditorOptions = {},
): Promise<View> {
  const { clock } = context
  const { name, texts } = draft
  const { mails, draftMistakes, seen } = preview
  const now = clock()
  const counts = await countPeople(context)
  const pictures = await sheetPictures(context, draft)
  const own = preview.own ?? standIn(draft)
  const missing = site.languages.filter((language) => texts[language] === undefined)
  const rows: CheckRow[] = [
    ...mistakeRows(name, draftMistakes),
    ...(isWelcome(name) ? [] : translationRows(missing, counts)),
    ...textRows(mails, texts, pictures),
    ...sendingRows(name, context.letterChecks(own)),
  ]
  const wrong = countWrong(rows)
  return {
    title: name,
    script: 'letter',
    body: (
      <div className="desk">
        <EditorBar draft={draft} now={now} wrong={wrong} isSaved={alert === undefined} />
        <p className="occasion quiet">
          {occasionOf(draft, now)} {preview.sent && cancelledSentence(preview.sent)}
        </p>
        <p id="alert" className="warning" role="alert" data-live hidden={alert === undefined}>
          {alert}
        </p>
        <form
          id="letter"
          method="post"
          action={`${letterAddress(name)}/save`}
          encType="multipart/form-data"
          autoComplete="off"
        >
          <input type="hidden" name="version" value={draft.version} />
          {site.languages.map((language) => (
            <Spread
              key={language}
              draft={draft}
              language={language}
              preview={preview}
              pictures={pictures[language] ?? []}
              people={counts[language] ?? 0}
              sender={context.sender}
            />
          ))}
        </form>
        {leftover && <Leftover texts={leftover} />}
        <GoSection
          context={context}
          name={name}
          own={own}
          seen={seen}
          rows={rows}
          counts={counts}
        />
        <LetterSettings draft={draft} hasFile={draft.unusedFile !== undefined} />
        <WhenEnded />
        <p id="saved-now" className="visually-hidden" role="status" />
      </div>
    ),
  }
}

/** For the script: the text is then only in the browser. */
function WhenEnded() {
  return (
    <template id="when-ended">
      <div className="warning" id="ended" role="alert">
        <h2>The console doesn’t answer</h2>
        <p>
          Your text is still on this page: leave it open. This notice goes away once the connection
          is back. If the console has ended, save the text as a file, start the console again in the
          terminal, and paste it there.
        </p>
        <p className="row">
          <button type="button" data-keep="file">
            Save as a file
          </button>
          <button type="button" data-keep="copy">
            Copy the text
          </button>
        </p>
      </div>
    </template>
  )
}

interface EditorBarProps {
  draft: LetterDraft
  now: Date
  wrong: number
  isSaved: boolean
}

function EditorBar({ draft, now, wrong, isSaved }: EditorBarProps) {
  const { name, savedAt, used, texts, version } = draft
  const saved = recently(new Date(savedAt), now)
  const isUsed = used !== null && JSON.stringify(used) === JSON.stringify(texts)
  return (
    <Bar
      name={name}
      state={isUsed ? 'in use' : 'draft'}
      languages={site.languages}
      sides={['Write', 'Read']}
    >
      <span className={isSaved ? 'saved' : 'saved not'} id="saved">
        {isSaved ? `Saved ${saved}` : `Not saved since ${saved}`}
      </span>
      <button className="save" form="letter">
        Save
      </button>
      {isWelcome(name) ? (
        <span id="use" data-live>
          {!isUsed && (
            <form method="post" action={`${letterAddress(name)}/use`}>
              <input type="hidden" name="version" value={version} />
              <button className="primary">Use this text from now on</button>
            </form>
          )}
        </span>
      ) : (
        <a
          className={wrong > 0 ? 'on wrong' : 'on'}
          id="on"
          data-live
          href={`${letterAddress(name)}#go`}
        >
          {wrong > 0 ? `${wrong} to put right ↓` : 'Check and send ↓'}
        </a>
      )}
    </Bar>
  )
}

interface SpreadProps {
  draft: LetterDraft
  language: Language
  preview: Pick<Preview, 'mails' | 'draftMistakes'>
  pictures: SheetPicture[]
  /** Those who signed up in this language. */
  people: number
  sender: string
}

/** The sheet of a language, and its mail. */
function Spread({ draft, language, preview, pictures, people, sender }: SpreadProps) {
  const { name, texts } = draft
  const writing = texts[language]
  const mail = preview.mails.find((one) => one.language === language)
  const { line } =
    preview.draftMistakes.find((one) => one.language === language && one.line !== undefined) ?? {}
  return (
    <section className="spread">
      <Sheet
        name={name}
        language={language}
        writing={writing ?? emptyWriting}
        pictures={pictures}
        head={<SheetHead language={language} />}
      >
        <label className="add">
          Add a picture{' '}
          <input
            type="file"
            name={`${language}.picture`}
            accept="image/jpeg,image/png,image/webp"
          />
        </label>
      </Sheet>
      <MailBeside
        name={name}
        language={language}
        mail={mail}
        version={mailVersion(mail)}
        source={language === 'en' ? undefined : texts.en}
        inbox={writing && <InboxLine sender={sender} language={language} writing={writing} />}
        note={
          mail ? undefined : <p className="quiet">{noteOf(language, writing, { line, people })}</p>
        }
      />
    </section>
  )
}

/** Why there is no mail. */
function noteOf(
  language: Language,
  writing: DraftText | undefined,
  { line, people }: { line: number | undefined; people: number },
): string {
  if (!writing && language !== 'en') {
    const asked = 'If you leave this sheet empty, you are asked before sending whether'
    if (people === 0) return `${asked} its readers get the English text.`
    return `${peopleWords(people)} signed up in ${englishNames[language]}. ${asked} they get the English text.`
  }
  if (!writing?.body.trim()) return 'The mail appears here as you write.'
  return `${line === undefined ? 'The text' : `Line ${line}`} must be put right first.`
}

export function mailVersion(mail: ShownMail | undefined): string {
  return hash('sha256', mail?.html ?? '').slice(0, 16)
}

function Leftover({ texts }: { texts: LetterDraft['texts'] }) {
  return (
    <section className="leftover">
      <h2>The version that you didn’t choose</h2>
      <p className="quiet">It is only on this page, until you leave.</p>
      {site.languages.map(
        (language) =>
          texts[language] && (
            <WrittenSheet
              key={language}
              language={language}
              writing={texts[language]}
              head={<div className="head">{ownNames[language]}</div>}
            />
          ),
      )}
    </section>
  )
}

export async function countPeople({ db }: Pick<PageContext, 'db'>): Promise<Counts> {
  const counts: Counts = { all: await countConfirmed(db) }
  for (const language of site.languages) counts[language] = await countConfirmed(db, language)
  return counts
}

/** For the checks of a draft that can't be read yet. */
function standIn({ name, isPublic }: LetterDraft): OwnLetter {
  const text = { subject: '', preview: null, body: '', isSample: false, isPublic }
  return { name, origin: 'database', texts: { en: text } }
}

/** The pictures that each sheet shows. */
async function sheetPictures({ db }: PageContext, { name, texts }: LetterDraft) {
  const stored = await listDraftPictures(db, name)
  const sheets: Partial<Record<Language, SheetPicture[]>> = {}
  for (const language of site.languages) {
    const body = texts[language]?.body ?? ''
    sheets[language] = stored
      .filter((picture) => body.includes(`](${picture.name}`))
      .map((picture) => ({
        name: picture.name,
        bytes: picture.bytes,
        src: `${letterAddress(name)}/pictures/${encodeURIComponent(picture.name)}`,
        hasWords: !body.includes(`![](${picture.name}`),
      }))
  }
  return sheets
}
