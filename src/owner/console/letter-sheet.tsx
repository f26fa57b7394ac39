import type { ReactNode } from 'react'
import { englishNames, ownNames, type Language } from '#language.ts'
import type { DraftText } from '#letters/letter-drafts.ts'
import { Text } from './parts.tsx'

/** The text on one sheet. */
export const emptyWriting: DraftText = { subject: '', preview: '', body: '' }

export interface SheetPicture {
  name: string
  bytes: number
  /** Its address in the console. */
  src: string
  hasWords: boolean
}

export const letterAddress = (name: string) => `letters/${encodeURIComponent(name)}`

interface BarProps {
  back?: { href: string; label: string }
  name: string
  state: string
  languages?: Language[]
  /** Of a page with two sides, of which a phone shows one. */
  sides?: [write: string, read: string]
  children?: ReactNode
}

/** The name of the letter, its state, and the way on. */
export function Bar({ back = allLetters, name, state, languages, sides, children }: BarProps) {
  const { href, label } = back
  return (
    <div className="bar">
      <a href={href}>← {label}</a>
      <h1>
        <Text>{name}</Text>
      </h1>
      <span className="state" id="state" data-live>
        {state}
      </span>
      {languages && languages.length > 1 && (
        <nav className="tongues" aria-label="Languages">
          {languages.map((language) => (
            <a key={language} href={`${letterAddress(name)}#${language}`} lang={language}>
              {ownNames[language]}
            </a>
          ))}
        </nav>
      )}
      {sides && (
        <fieldset className="sides choices">
          <legend className="visually-hidden">Show</legend>
          {sides.map((side, index) => (
            <Choice key={side} name="side" value={side} isFirst={index === 0} />
          ))}
        </fieldset>
      )}
      <span className="rest">{children}</span>
    </div>
  )
}

const allLetters = { href: 'letters', label: 'Letters' }

/** A way to look at something. `form` names none: it is not sent with the form around it. */
export function Choice(props: { name: string; value: string; isFirst: boolean }) {
  const { name, value, isFirst } = props
  return (
    <label>
      <input type="radio" name={name} value={value} defaultChecked={isFirst} form="none" />
      {value}
    </label>
  )
}

interface SheetProps {
  name: string
  language: Language
  writing: DraftText
  pictures: SheetPicture[]
  /** The tools and the button of the head. */
  head: ReactNode
  children?: ReactNode
}

/** A sheet to write on. The names of its lines stand in the margin. */
export function Sheet({ name, language, writing, pictures, head, children }: SheetProps) {
  const isSmall = language !== 'en' && Object.values(writing).every((text) => text === '')
  const line = { lang: language, spellCheck: true, autoComplete: 'off' }
  return (
    <div className="page" data-language={language}>
      {head}
      <p className="refused" role="alert" />
      <p className="adding quiet" role="status" />
      <label className="line subject">
        <span>Subject</span>
        <textarea
          {...line}
          name={`${language}.subject`}
          rows={1}
          defaultValue={writing.subject}
          placeholder={`Subject in ${englishNames[language]}`}
        />
      </label>
      <label className="line teaser">
        <span>Preview line</span>
        <textarea
          {...line}
          name={`${language}.preview`}
          rows={1}
          defaultValue={writing.preview}
          placeholder="The words beside the subject in an inbox"
        />
      </label>
      <label className="line text">
        <span>Text</span>
        <textarea
          {...line}
          id={`text-${language}`}
          name={`${language}.body`}
          rows={isSmall ? 5 : 14}
          defaultValue={writing.body}
          placeholder="Your letter"
        />
      </label>
      <Pictures name={name} language={language} pictures={pictures} />
      {children}
    </div>
  )
}

/** At the foot of the sheet, each with the words that it still needs. */
function Pictures(props: { name: string; language: Language; pictures: SheetPicture[] }) {
  const { name: letter, language, pictures } = props
  return (
    <ul className="pictures" id={`pictures-${language}`} data-live>
      {pictures.map(({ name, bytes, src, hasWords }) => (
        <li key={name}>
          <img src={src} alt="" />
          <p>
            {!hasWords && (
              <>
                <strong className="wrong">Say what it shows.</strong> Some readers get only these
                words.{' '}
                <a href={`${letterAddress(letter)}#text-${language}`} data-find={`](${name})`}>
                  Write them
                </a>
                <br />
              </>
            )}
            <span className="quiet">
              {name}, {Math.ceil(bytes / 1000)} kB
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

interface WrittenSheetProps {
  language: Language
  writing: DraftText
  head?: ReactNode
  /** The text of another version: paragraphs that it lacks are marked. */
  other?: string
  isTheirs?: boolean
  /** Rows above the text. */
  children?: ReactNode
}

/** The same sheet to read. */
export function WrittenSheet(props: WrittenSheetProps) {
  const { language, writing, head, other, isTheirs = false, children } = props
  const lines = [
    { kind: 'subject', title: 'Subject', text: writing.subject },
    { kind: 'teaser', title: 'Preview line', text: writing.preview },
  ]
  return (
    <div
      className={isTheirs ? 'page theirs' : 'page'}
      {...(isTheirs && { role: 'region', 'aria-label': 'The stored version' })}
    >
      {children}
      {head ?? (
        <div className="head">
          <h2 id={language} lang={language}>
            {ownNames[language]}
          </h2>
        </div>
      )}
      {lines.map(
        ({ kind, title, text }) =>
          // Beside the other version, as high as there.
          (text !== '' || isTheirs) && (
            <div key={kind} className={`line ${kind}`}>
              <span>{title}</span>
              <p className="as-written" lang={language}>
                <Text>{text}</Text>
              </p>
            </div>
          ),
      )}
      <div className="line text">
        <span>Text</span>
        <p className="as-written" lang={language}>
          <Paragraphs text={writing.body} other={other} />
        </p>
      </div>
    </div>
  )
}

function Paragraphs({ text, other }: { text: string; other: string | undefined }) {
  if (other === undefined) return <Text>{text}</Text>
  const known = new Set(other.split(/\n{2,}/))
  return text.split(/(\n{2,})/).map((part, index) =>
    index % 2 === 1 || known.has(part) ? (
      <Text key={index}>{part}</Text>
    ) : (
      <mark key={index}>
        <Text>{part}</Text>
      </mark>
    ),
  )
}
