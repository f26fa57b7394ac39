import type { Picture } from 'vite-imagetools'
import type { Founder } from '#content/content-rules.ts'
import styles from './founder-card.module.css'

/** Cut to the size of the card. */
const portraits = import.meta.glob<Picture>(
  '../../../content/images/portraits/*.{jpg,jpeg,png,webp,avif}',
  {
    eager: true,
    // A camera writes IMG_0001.JPG.
    caseSensitive: false,
    query: '?w=128;256;384&aspect=1:1&fit=cover&format=avif;webp;jpg&as=picture',
    import: 'default',
  },
)

export function FounderCard({ founder }: { founder: Founder }) {
  const portrait = portraits[`../../../content/images/portraits/${founder.image}`]
  return (
    <li className={styles.card}>
      {/* The letter lies under the photo: where the photo is missing or broken, it shows. */}
      <div className={styles.portrait} aria-hidden="true">
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
      <h2 className={styles.name}>{founder.name}</h2>
      <p className={styles.role}>{founder.role}</p>
      <p className={styles.subRole}>{founder.subRole}</p>
      <p className={styles.description}>{founder.description}</p>
      <a className={styles.link} href={founder.linkedin} target="_blank" rel="noopener">
        <span className="words">LinkedIn profile</span> <span aria-hidden="true">↗</span>
        <span className="visually-hidden">of {founder.name} (opens in a new tab)</span>
      </a>
    </li>
  )
}

/** With its accents, and whole where it takes two units of UTF-16. */
function firstLetter(name: string): string | undefined {
  return new Intl.Segmenter().segment(name)[Symbol.iterator]().next().value?.segment
}
