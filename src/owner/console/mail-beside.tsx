import type { ReactNode } from 'react'
import { parseMailbox } from '#email-address.ts'
import { englishNames, ownNames, type Language } from '#language.ts'
import type { DraftText } from '#letters/letter-drafts.ts'
import { plainWords, splitTitle } from '#letters/letter-markdown.tsx'
import { Choice, letterAddress } from './letter-sheet.tsx'
import { excerpt, Text } from './parts.tsx'

/** A mail as `previewLetter` makes it. */
export interface ShownMail {
  language: Language
  subject: string
  html: string
  text: string
}

interface MailBesideProps {
  name: string
  language: Language
  mail: ShownMail | undefined
  /** The line of an inbox. */
  inbox: ReactNode
  /** Instead of the mail, or above it. */
  note?: ReactNode
  /** Changes with the mail, so that its frame is loaded again. */
  version: string
  /** The English text, for those who translate it. */
  source?: DraftText | undefined
}

/** The mail that a sheet becomes: on a phone, on a desktop, and as plain text. */
export function MailBeside(props: MailBesideProps) {
  const { name, language, mail, inbox, note, version, source } = props
  const views = ['Phone', 'Desktop', 'Plain text', ...(source ? [ownNames.en] : [])]
  return (
    <div
      className="mail"
      role="region"
      aria-label={`${ownNames[language]}: the mail`}
      data-language={language}
    >
      <div className="choices">
        <fieldset>
          <legend className="visually-hidden">Show it</legend>
          {views.map((view, index) => (
            <Choice key={view} name={`view-${language}`} value={view} isFirst={index === 0} />
          ))}
        </fieldset>
        <OtherScheme />
      </div>
      <div id={`inbox-${language}`} data-live>
        {inbox}
      </div>
      <div className="frame">
        <div id={`note-${language}`} data-live>
          {note}
        </div>
        <MailFrame name={name} language={language} version={version} isEmpty={!mail} />
        {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- The keyboard can scroll only what has the focus. */}
        <pre className="plain" lang={language} tabIndex={0} id={`plain-${language}`} data-live>
          <Text>{mail?.text ?? ''}</Text>
        </pre>
        {source && (
          <pre className="source" lang="en" tabIndex={0} id={`source-${language}`} data-live>
            <Text>
              {[source.subject, source.preview, source.body].filter(Boolean).join('\n\n')}
            </Text>
          </pre>
        )}
      </div>
    </div>
  )
}

/** The colour scheme that is not yours. */
export function OtherScheme() {
  return (
    <fieldset className="scheme">
      <legend className="visually-hidden">Colours</legend>
      <label>
        <input type="checkbox" className="other" form="none" />
        <span className="in-light">Dark</span>
        <span className="in-dark">Light</span>
      </label>
    </fieldset>
  )
}

interface MailFrameProps {
  name: string
  language: Language
  version: string
  isEmpty: boolean
}

export function MailFrame({ name, language, version, isEmpty }: MailFrameProps) {
  const src = `${letterAddress(name)}/html?language=${language}&version=${version}`
  return (
    <iframe
      title={`The mail in ${englishNames[language]}`}
      src={isEmpty ? undefined : src}
      data-shown={isEmpty ? undefined : src}
      hidden={isEmpty}
      sandbox="allow-same-origin"
      data-language={language}
    />
  )
}

interface InboxLineProps {
  sender: string
  language: Language
  writing: DraftText
  at?: string | undefined
}

/** As a list of mails shows it. */
export function InboxLine({ sender, language, writing, at }: InboxLineProps) {
  const { subject, preview, body } = writing
  const { rest } = splitTitle(body.trim())
  return (
    <div className="inbox" lang={language}>
      <p lang="en">
        <Text>{parseMailbox(sender)?.name || sender}</Text>
      </p>
      <span className="quiet" lang="en">
        {at}
      </span>
      <p>
        <Text>{subject}</Text>
      </p>
      <p className="quiet">
        <Text>{preview || excerpt(plainWords(rest.slice(0, 2000)))}</Text>
      </p>
    </div>
  )
}
