import type { ReactNode } from 'react'
import { site } from '#content/content.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language, Words } from '#language.ts'
import { isoDate, longDate } from '#long-time.ts'
import { letterPath, localPath, routes } from '#routes.ts'
import type { PublicLetters } from '#site/epoch.ts'
import type { Page, PageContext } from '#site/page.ts'
import { NewsletterCard } from '#site/parts/newsletter-card.tsx'
import { cacheControl, textFile, type Resource } from '#site/resource.ts'
import { letterBody, picturePath } from './letter-body.tsx'
import { feedEntry, lettersFeed } from './letters-feed.ts'
import styles from './letter-pages.module.css'
import type { PublicLetter } from './public-letters.ts'

const words = {
  en: {
    title: 'Newsletter archive',
    description: (brand: string) =>
      `The newsletters that ${brand} has published so far. Read them here, without signing up.`,
    lead: 'The newsletters we’ve published so far, newest first.',
    feed: 'Atom feed',
    all: 'All newsletters',
  },
  it: {
    title: 'Archivio della newsletter',
    description: (brand: string) =>
      `I numeri della newsletter di ${brand} pubblicati finora: leggili qui, senza iscriverti.`,
    lead: 'I numeri pubblicati finora, dal più recente.',
    feed: 'Feed Atom',
    all: 'Tutti i numeri',
  },
} satisfies Words

/**
 * The pages, feeds and pictures of these letters.
 * @param letters newest first
 */
export function letterPages(
  letters: PublicLetter[],
  publicUrl: string,
  readPicture: (letter: string, file: string) => Promise<Buffer>,
): PublicLetters {
  const inLanguages = site.languages
    .map((language) => ({
      language,
      own: letters.filter(({ texts }) => texts[language]),
    }))
    .filter(({ own }) => own.length > 0)
  const languages = inLanguages.map(({ language }) => language)
  return {
    pages: inLanguages.flatMap(({ language, own }) => [
      listPage(language, own, languages),
      ...own.map((letter) => renderingOf(letter, language).page),
    ]),
    files: new Map(
      inLanguages.map(({ language, own }) => [
        localPath(language, routes.lettersFeed),
        () => feedFile(language, own, publicUrl),
      ]),
    ),
    pictures: new Map(
      letters.flatMap(({ name, pictures }) =>
        pictures.map(({ file, type }) => [
          picturePath(name, file),
          async () => pictureFile(file, type, await readPicture(name, file)),
        ]),
      ),
    ),
    latest: Object.fromEntries(
      inLanguages.map(({ language, own }) => [
        language,
        { path: letterPath(language, own[0]!.name) },
      ]),
    ),
  }
}

interface Rendering {
  page: Page
  feedEntry?: string
}

const renderings = new WeakMap<PublicLetter, Map<Language, Rendering>>()

/** The same object each time, because a letter is rendered only once. */
function renderingOf(letter: PublicLetter, language: Language): Rendering {
  return renderings
    .getOrInsertComputed(letter, () => new Map())
    .getOrInsertComputed(language, () => ({ page: letterPage(language, letter) }))
}

function feedFile(language: Language, letters: PublicLetter[], publicUrl: string): Resource {
  const entries = letters.map((letter) => {
    const rendering = renderingOf(letter, language)
    return (rendering.feedEntry ??= feedEntry(letter, language, publicUrl))
  })
  return textFile('application/atom+xml', lettersFeed(language, letters, entries, publicUrl))
}

/** @param file contains a hash of the picture */
function pictureFile(file: string, type: string, plain: Buffer): Resource {
  const headers = {
    'Content-Type': type,
    // Not `hashedFile`: no cache may keep the picture of a letter that the owner has hidden.
    'Cache-Control': cacheControl.page,
    // Feed readers in a browser show it on their own pages.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }
  return { plain, etag: file, headers }
}

function listPage(language: Language, letters: PublicLetter[], languages: Language[]): Page {
  const { title, description, lead, feed } = words[language]
  return {
    language,
    languages,
    route: routes.letters,
    title,
    description: description(site.brand),
    lastChange: isoDate(letters[0]!.sentAt),
    island: 'newsletter',
    render: (context) => (
      <>
        <div className={styles.page}>
          <header className={styles.head}>
            <h1>{title}</h1>
            <p>{lead}</p>
            <p>
              <a href={localPath(language, routes.lettersFeed)}>{feed}</a>
            </p>
          </header>
          <ol className={styles.list}>
            {letters.map(({ name, sentAt, texts }) => (
              <li key={name}>
                <Sent language={language} at={sentAt} />
                <div className={styles.entry}>
                  <h2>
                    <a href={letterPath(language, name)}>{texts[language]!.title}</a>
                  </h2>
                  <p>{texts[language]!.description}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <Signup language={language} context={context} />
      </>
    ),
  }
}

function letterPage(language: Language, letter: PublicLetter): Page {
  const { name, sentAt, texts } = letter
  const { title, description, signature } = texts[language]!
  return {
    language,
    languages: site.languages.filter((one) => texts[one]),
    route: `${routes.letters}/${name}`,
    title,
    description,
    lastChange: isoDate(sentAt),
    island: 'newsletter',
    render: (context) => (
      <>
        <article className={styles.page} aria-labelledby="letter-title">
          <header className={styles.head}>
            <h1 id="letter-title">{title}</h1>
          </header>
          <p className={styles.about}>
            <Sent language={language} at={sentAt} />
            <a href={localPath(language, routes.letters)}>{words[language].all}</a>
          </p>
          <div className={styles.text}>
            <div dangerouslySetInnerHTML={{ __html: letterBody(letter, language) }} />
            {signature !== null && <p className={styles.signature}>{signature}</p>}
          </div>
        </article>
        <Signup language={language} context={context} />
      </>
    ),
  }
}

function Sent({ language, at }: { language: Language; at: Date }) {
  return <time dateTime={isoDate(at)}>{longDate(language, at)}</time>
}

function Signup({ language, context }: { language: Language; context: PageContext }): ReactNode {
  const { launched } = context
  const texts = pitchTexts(language, launched).newsletter
  // Not a link to the letter that is being read.
  const withoutLatest = { ...context, latestLetter: undefined }
  return (
    <NewsletterCard
      className={styles.signup}
      {...{ language, launched, texts }}
      context={withoutLatest}
    />
  )
}
