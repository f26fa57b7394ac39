import { team } from '#content/content.ts'
import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './about.module.css'
import { FounderCard } from './founder-card.tsx'

const counts = ['', '', 'two', 'three', 'four', 'five', 'six']

export const aboutPage: Page = {
  path: routes.about,
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
}
