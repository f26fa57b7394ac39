import type { Picture } from 'vite-imagetools'
import type { Founder } from '#content/content-rules.ts'
import { team } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './about.module.css'
import cardStyles from './founder-card.module.css'

const words = {
  en: {
    title: 'About Us',
    counts: ['', '', 'two', 'three', 'four', 'five', 'six'],
    description: (count: string) =>
      `The ${count} founders who are replacing ESG compliance questionnaires, and the vision they share.`,
    team: 'Our Team',
    vision: 'Our Vision',
    statement:
      'AI autofills ESG questionnaires, gives context, and improves organisation and collaboration, so that regulatory adherence is seamless, transparent and cost-effective for businesses of all sizes.',
    profile: 'LinkedIn profile',
    ofFounder: (name: string) => `of ${name} (opens in a new tab)`,
  },
  it: {
    title: 'Chi siamo',
    counts: ['', '', 'due', 'tre', 'quattro', 'cinque', 'sei'],
    description: (count: string) =>
      `Le ${count} persone che stanno mandando in pensione i questionari di compliance ESG, e la visione che le unisce.`,
    team: 'Il nostro team',
    vision: 'La nostra visione',
    statement:
      'L’intelligenza artificiale compila i\u00a0questionari ESG, fornisce il contesto e\u00a0migliora organizzazione e collaborazione: così rispettare le norme diventa semplice, trasparente e\u00a0conveniente per le imprese di\u00a0ogni dimensione.',
    profile: 'Profilo LinkedIn',
    ofFounder: (name: string) => `di ${name} (si apre in una nuova scheda)`,
  },
} satisfies Words

export function aboutPage(language: Language): Page {
  const text = words[language]
  return {
    language,
    route: routes.about,
    title: text.title,
    description: text.description(text.counts[team.length]!),
    render: () => (
      <div className={styles.page}>
        <section aria-labelledby="team-title">
          <h1 id="team-title">{text.team}</h1>
          <ul className={styles.cards}>
            {team.map((founder) => (
              <FounderCard key={founder.name} founder={founder} language={language} />
            ))}
          </ul>
        </section>
        <section className={styles.vision} aria-labelledby="vision-title">
          <h2 id="vision-title">{text.vision}</h2>
          <p>{text.statement}</p>
        </section>
      </div>
    ),
  }
}

/** Cropped to the size of the card. */
const portraits = import.meta.glob<Picture>(
  '../../../content/images/portraits/*.{jpg,jpeg,png,webp,avif}',
  {
    eager: true,
    // Cameras name files IMG_0001.JPG.
    caseSensitive: false,
    query: '?w=128;256;384&aspect=1:1&fit=cover&format=avif;webp;jpg&as=picture',
    import: 'default',
  },
)

function FounderCard({ founder, language }: { founder: Founder; language: Language }) {
  const { profile, ofFounder } = words[language]
  const portrait = portraits[`../../../content/images/portraits/${founder.image}`]
  return (
    <li className={cardStyles.card}>
      {/* The letter below the photo shows if the photo is missing or broken. */}
      <div className={cardStyles.portrait} aria-hidden="true">
        {firstLetter(founder.name)}
        {portrait !== undefined && (
          <picture>
            {Object.entries(portrait.sources).map(([format, srcSet]) => (
              <source key={format} type={`image/${format}`} srcSet={srcSet} sizes="8rem" />
            ))}
            <img src={portrait.img.src} alt="" width="128" height="128" loading="lazy" />
          </picture>
        )}
      </div>
      <h2 className={cardStyles.name}>{founder.name}</h2>
      <p className={cardStyles.role}>{founder.role[language]}</p>
      <p className={cardStyles.subRole}>{founder.subRole[language]}</p>
      <p className={cardStyles.description}>{founder.description[language]}</p>
      <a className={cardStyles.link} href={founder.linkedin} target="_blank" rel="noopener">
        <span className="words">{profile}</span> <span aria-hidden="true">↗</span>
        <span className="visually-hidden">{ofFounder(founder.name)}</span>
      </a>
    </li>
  )
}

/** The first grapheme, with its accents. */
function firstLetter(name: string): string | undefined {
  return new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment
}
