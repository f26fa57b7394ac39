import type { Picture } from 'vite-imagetools'
import type { Founder } from '#content/content-rules.ts'
import { pitch, team } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { ButtonLink } from '../parts/post-form.tsx'
import type { Page } from '../page.ts'
import styles from './about.module.css'
import cardStyles from './founder-card.module.css'

const words = {
  en: {
    title: 'About Us',
    team: 'Our Team',
    vision: 'Our Vision',
    profile: 'LinkedIn profile',
    ofFounder: (name: string) => `of ${name} (opens in a new tab)`,
  },
  it: {
    title: 'Chi siamo',
    team: 'Il nostro team',
    vision: 'La nostra visione',
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
    description: pitch.descriptions.about[language],
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
          <div className={styles.statement}>
            <p>{pitch.vision[language]}</p>
            <ButtonLink href={localPath(language, '/#newsletter')}>
              {pitch.newsletter.title[language]}
            </ButtonLink>
          </div>
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
      <a
        className={cardStyles.link}
        href={founder.linkedin}
        target="_blank"
        rel="noopener"
        aria-label={`${profile} ${ofFounder(founder.name)}`}
      >
        <span className="words">{profile}</span> ↗
      </a>
    </li>
  )
}

/** The first grapheme, with its accents. */
function firstLetter(name: string): string | undefined {
  return new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment
}
