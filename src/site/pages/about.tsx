import type { Picture } from 'vite-imagetools'
import type { Founder } from '#content/content-rules.ts'
import { team } from '#content/content.ts'
import type { Language } from '#language.ts'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './about.module.css'
import cardStyles from './founder-card.module.css'

const counts = ['', '', 'two', 'three', 'four', 'five', 'six']

export const aboutPage = (language: Language): Page => ({
  language,
  route: routes.about,
  title: 'About Us',
  description: `The ${counts[team.length]} founders who are replacing ESG compliance questionnaires, and the vision they share.`,
  render: () => (
    <div className={styles.page}>
      <section aria-labelledby="team-title">
        <h1 id="team-title">Our Team</h1>
        <ul className={styles.cards}>
          {team.map((founder) => (
            <FounderCard key={founder.name} founder={founder} />
          ))}
        </ul>
      </section>
      <section className={styles.vision} aria-labelledby="vision-title">
        <h2 id="vision-title">Our Vision</h2>
        <p>
          AI autofills ESG questionnaires, gives context, and improves organisation and
          collaboration, so that regulatory adherence is seamless, transparent and cost-effective
          for businesses of all sizes.
        </p>
      </section>
    </div>
  ),
})

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

function FounderCard({ founder }: { founder: Founder }) {
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
      <p className={cardStyles.role}>{founder.role.en}</p>
      <p className={cardStyles.subRole}>{founder.subRole.en}</p>
      <p className={cardStyles.description}>{founder.description.en}</p>
      <a className={cardStyles.link} href={founder.linkedin} target="_blank" rel="noopener">
        <span className="words">LinkedIn profile</span> <span aria-hidden="true">↗</span>
        <span className="visually-hidden">of {founder.name} (opens in a new tab)</span>
      </a>
    </li>
  )
}

/** The first grapheme, with its accents. */
function firstLetter(name: string): string | undefined {
  return new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment
}
