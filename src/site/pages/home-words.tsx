import type { ReactNode } from 'react'
import type { Site } from '#content/content-rules.ts'
import styles from './home.module.css'

export interface HomeWords {
  title: string
  description: string
  headline: ReactNode
  subline: ReactNode
  invitation: string
}

/** What the home page says before and after launch day. */
export function homeWords(launched: Site['launched']): HomeWords {
  return launched ? live(launched.url) : comingSoon
}

const comingSoon: HomeWords = {
  title: 'Streamlined ESG reporting for your business—coming soon.',
  description:
    'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
  headline: (
    <>
      Streamlined ESG reporting for <span className={styles.together}>your business—</span>
      coming soon.
    </>
  ),
  subline: 'A revolution in compliance questionnaires is on its way.',
  invitation: 'Stay updated and be the first one to know when we launch.',
}

function live(url: string): HomeWords {
  return {
    title: 'Streamlined ESG reporting for your business—now live.',
    description:
      'The tool that fills in ESG compliance questionnaires with you is here. Open it, and join the newsletter to hear what comes next.',
    headline: (
      <>
        Streamlined ESG reporting for <span className={styles.together}>your business—</span>
        now live.
      </>
    ),
    subline: (
      <>
        The revolution in compliance questionnaires is here. <a href={url}>Open the tool</a>
      </>
    ),
    invitation: 'Stay updated and be the first one to know what comes next.',
  }
}
