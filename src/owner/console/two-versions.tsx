import { site } from '#content/content.ts'
import { englishNames, ownNames, type Language } from '#language.ts'
import type { LetterDraft } from '#letters/letter-drafts.ts'
import type { View } from './layout.tsx'
import { Bar, emptyWriting, letterAddress, Sheet, WrittenSheet } from './letter-sheet.tsx'
import { clockTime, recently } from './moments.ts'

interface Versions {
  /** As it was typed, on the version that the page had. */
  mine: Pick<LetterDraft, 'texts' | 'isPublic'>
  stored: LetterDraft
}

/** Somebody else has changed the letter: both texts side by side, and neither is preferred. */
export function twoVersionsView(versions: Versions, now: Date): View {
  const { mine, stored } = versions
  const { name, texts, savedAt, version } = stored
  const at = clockTime(new Date(savedAt))
  const differing = site.languages.filter(
    (language) => JSON.stringify(texts[language]) !== JSON.stringify(mine.texts[language]),
  )
  const shown = differing.length === 0 ? (['en'] as const) : differing
  return {
    title: 'Two versions',
    body: (
      <div className="desk">
        <Bar name={name} state="draft" sides={['Yours', 'Stored']}>
          <span className="saved not">Not saved</span>
        </Bar>
        <div className="warning" role="alert" id="conflict">
          <h2>This letter was also changed somewhere else</h2>
          <p>
            At {recently(new Date(savedAt), now)}, in another tab or by another person. Nothing was
            overwritten: that version is stored, yours is only on this page. Nothing more is saved
            until you choose. The one that you don’t choose stays readable below, until you leave.
          </p>
          {mine.isPublic !== stored.isPublic && (
            <p>
              {mine.isPublic
                ? '“Also a page on the site” is ticked in yours, but not in the stored version.'
                : '“Also a page on the site” is ticked in the stored version, but not in yours.'}
              {differing.length === 0 && ' The texts are the same.'}
            </p>
          )}
        </div>
        <form
          id="versions"
          method="post"
          action={`${letterAddress(name)}/save`}
          encType="multipart/form-data"
          autoComplete="off"
        >
          <input type="hidden" name="version" value={version} />
          {mine.isPublic && <input type="hidden" name="public" value="true" />}
          {shown.map((language, index) => (
            <Pair
              key={language}
              language={language}
              versions={versions}
              at={at}
              hasButtons={index === 0}
            />
          ))}
          {site.languages
            .filter((language) => !shown.some((one) => one === language))
            .map((language) => (
              <SameText key={language} language={language} texts={mine.texts} />
            ))}
        </form>
      </div>
    ),
  }
}

interface PairProps {
  language: Language
  versions: Versions
  /** When the other one was stored. */
  at: string
  hasButtons: boolean
}

function Pair({ language, versions, at, hasButtons }: PairProps) {
  const { mine, stored } = versions
  return (
    <section className="spread versions">
      <Sheet
        name={stored.name}
        language={language}
        writing={mine.texts[language] ?? emptyWriting}
        pictures={[]}
        head={
          <div className="head">
            <h2>{ownNames[language]}: yours</h2>
            {hasButtons && (
              <button name="keep" value="mine">
                Keep mine
              </button>
            )}
          </div>
        }
      />
      <WrittenSheet
        language={language}
        writing={stored.texts[language] ?? emptyWriting}
        other={mine.texts[language]?.body ?? ''}
        isTheirs
        head={
          <div className="head">
            <h2>
              {ownNames[language]}: stored at {at}
            </h2>
            {hasButtons && (
              <button name="keep" value="stored">
                Take this one
              </button>
            )}
          </div>
        }
      />
    </section>
  )
}

/** Posted with the form all the same. */
function SameText(props: { language: Language; texts: LetterDraft['texts'] }) {
  const { language, texts } = props
  const writing = texts[language]
  return (
    <>
      {Object.entries(writing ?? {}).map(([field, text]) => (
        <textarea key={field} name={`${language}.${field}`} defaultValue={text} hidden />
      ))}
      {writing && <p className="quiet">The {englishNames[language]} text is the same in both.</p>}
    </>
  )
}
