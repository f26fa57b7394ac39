import { questionGroups } from '#content/content-rules.ts'
import { questionnaire as own, site, team } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { uncapitalised, type Entry } from './entry.ts'
import { environmentEntries } from './environment.ts'
import { governanceEntries } from './governance.ts'
import type { Measured, MeasuredHomes } from './measure-home.ts'
import { socialEntries } from './social.ts'

type GroupName = (typeof questionGroups)[number]

const words = {
  en: {
    environment: 'Environment',
    social: 'Social',
    governance: 'Governance',
    ask: (_: string, role: string) => `Ask our ${role}`,
  },
  it: {
    environment: 'Ambiente',
    social: 'Aspetti sociali',
    governance: 'Governance',
    ask: (name: string, role: string) => `Chiedi a ${name}, ${uncapitalised(role)}`,
  },
} satisfies Words

/** A customer's questions about this website: answered by the program if it knows, otherwise by the owner. */
export function questionnaire(language: Language, measured: Measured | undefined) {
  const entries: Record<GroupName, Entry[]> = {
    environment: environmentEntries(language, measured),
    social: socialEntries(language),
    governance: governanceEntries(language),
  }
  return questionGroups.map((name) => ({
    name,
    title: words[language][name],
    entries: [...entries[name], ...ownEntries(language, name)],
  }))
}

function ownEntries(language: Language, name: GroupName): Entry[] {
  const questions = own.questions.filter(({ group }) => group === name)
  return questions.map(({ question, answer, source, url, missing, askFounder }) => {
    if (answer !== undefined) {
      const text = source![language]
      return {
        question: question[language],
        answer: answer[language],
        source: { text, ...(url !== undefined && { url }) },
      }
    }
    const { name: founder, role } = team[askFounder! - 1]!
    return {
      question: question[language],
      answer: missing![language],
      source: {
        text: words[language].ask(founder, role[language]),
        url: localPath(language, routes.contact),
      },
      isMissing: true,
    }
  })
}

/** In every language, for programs. */
export function questionnaireJson(publicUrl: string, measured: MeasuredHomes = {}): string {
  const absolute = (url: string) => (url.startsWith('/') ? `${publicUrl}${url}` : url)
  const languages = site.languages.map((language) => [
    language,
    questionnaire(language, measured[language]).map(({ name, title, entries }) => ({
      group: name,
      title,
      questions: entries.map(({ isMissing = false, source: { text, url }, ...entry }) => ({
        ...entry,
        isMissing,
        source: { text, ...(url !== undefined && { url: absolute(url) }) },
      })),
    })),
  ])
  const page = absolute(routes.questionnaire)
  return JSON.stringify({ page, measured, languages: Object.fromEntries(languages) }, null, 2)
}
