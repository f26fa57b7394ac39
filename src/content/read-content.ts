import type { z } from 'zod'
import { UserError } from '#user-error.ts'
import {
  languageRules,
  pitchRules,
  questionnaireRules,
  siteRules,
  teamRules,
} from './content-rules.ts'
import { isSample } from './sample.ts'

/** Checks the owner's content and removes the sample marks. */
export function readContent(
  rawSite: unknown,
  rawTeam: unknown,
  rawPitch: unknown,
  rawQuestionnaire: unknown = { questions: [] },
) {
  /** Fields with sample values, as "content/site.ts: company.name". */
  const sampleFields: string[] = []
  const mistakes: string[] = []
  const languages = languageRules.safeParse(Object(rawSite).languages).data ?? []
  const check = <Rules extends z.ZodType>(file: string, rules: Rules, raw: unknown) => {
    const plain = withoutSampleMarks(raw, [], (path) =>
      sampleFields.push(`${file}: ${nameOf(path)}`),
    )
    const result = rules.safeParse(plain, { reportInput: true })
    for (const issue of result.error?.issues ?? []) {
      mistakes.push(`${file}: ${sentence(issue)}`)
    }
    return result.data as z.infer<Rules>
  }
  const site = check('content/site.ts', siteRules(languages), rawSite)
  const team = check('content/team.ts', teamRules(languages), rawTeam)
  const pitch = check('content/pitch.ts', pitchRules(languages), rawPitch)
  const questionnaire = check(
    'content/questionnaire.ts',
    questionnaireRules(languages, team?.length ?? Infinity),
    rawQuestionnaire,
  )
  if (mistakes.length > 0) {
    throw new UserError(`Invalid content:\n  ${mistakes.join('\n  ')}`)
  }
  // Samples that no visitor sees don't matter.
  const isShown = (field: string) =>
    pitch.showExample || !field.startsWith('content/pitch.ts: example')
  return { site, team, pitch, questionnaire, sampleFields: sampleFields.filter(isShown) }
}

function sentence(issue: z.core.$ZodIssue): string {
  const field = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    return `${nameOf([...issue.path, issue.keys.join(', ')])} is not a known field`
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is missing`
  return `${field || 'the list'} ${issue.message.replace(/^[A-Z][a-z ]+: /, 'is invalid: ')}`
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

/** Names a field: "first founder: linkedin" for 0.linkedin. */
function nameOf(path: PropertyKey[]): string {
  const [first, ...rest] = path
  if (first === 'questions' && typeof rest[0] === 'number') {
    return [`question ${rest[0] + 1}`, ...rest.slice(1)].join(': ')
  }
  if (typeof first !== 'number') return path.join('.')
  return [`${ordinals[first]} founder`, ...rest].join(': ')
}

function withoutSampleMarks(
  value: unknown,
  path: PropertyKey[],
  onSample: (path: PropertyKey[]) => void,
): unknown {
  if (isSample(value)) {
    onSample(path)
    return withoutSampleMarks(value.value, path, onSample)
  }
  if (typeof value !== 'object' || value === null) return value
  const plain = (item: unknown, key: PropertyKey) =>
    withoutSampleMarks(item, [...path, key], onSample)
  if (Array.isArray(value)) return value.map(plain)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item, key)]))
}
