import type { ReactNode } from 'react'
import type { Site } from '#content/content-rules.ts'
import { homeTitles } from '#content/home-titles.ts'
import styles from './home.module.css'

/** So many letters fit on a line of the narrowest window. */
const mostTogether = 14

/** What the home page says before and after launch day. */
export function homeWords(launched: Site['launched']) {
  return launched ? live(launched.url) : comingSoon
}

const comingSoon = {
  title: homeTitles.comingSoon,
  description:
    'A tool that fills in ESG compliance questionnaires with you is on its way. Join the newsletter and be the first to know when it launches.',
  headline: headlineOf(homeTitles.comingSoon),
  subline: 'A revolution in compliance questionnaires is on its way.',
  invitation: 'Stay updated and be the first one to know when we launch.',
}

function live(url: string) {
  return {
    title: homeTitles.live,
    description:
      'The tool that fills in ESG compliance questionnaires with you is here. Open it, and join the newsletter to hear what comes next.',
    headline: headlineOf(homeTitles.live),
    subline: (
      <>
        The revolution in compliance questionnaires is here. <a href={url}>Open the tool</a>
      </>
    ),
    invitation: 'Stay updated and be the first one to know what comes next.',
  }
}

/** The words after the dash stay together if they fit. */
function headlineOf(title: string): ReactNode {
  const [before, after = ''] = title.split(/(?<=—)/)
  return (
    <>
      {before}
      <span className={after.length <= mostTogether ? styles.after : undefined}>{after}</span>
    </>
  )
}
