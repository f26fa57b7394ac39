import { launchTime, wasLaunchedBefore } from '#content/launch.ts'
import { isWelcome, launchLetter, welcomeNames } from '#letters/letter-file.ts'
import type { LetterDraft } from '#letters/letter-drafts.ts'
import { dayAhead, dayOf } from './moments.ts'

/** When a letter with a name of its own goes out. */
export function occasionOf(
  { name, usedAt }: Pick<LetterDraft, 'name' | 'usedAt'>,
  now: Date,
): string | undefined {
  if (name === launchLetter) return `The launch letter. It goes out once; ${launchWords(now)}.`
  if (!isWelcome(name)) return undefined
  const until =
    usedAt === null
      ? 'What you write here is used once you say so.'
      : `What you write here is used once you say so: until then, people get the text of ${dayOf(new Date(usedAt))}.`
  return `${welcomeOccasion(name)} ${until}`
}

export function welcomeOccasion(name: string): string {
  const [, after] = welcomeNames
  return name === after
    ? 'Goes to each person right after they confirm, from the launch on.'
    : `Goes to each person right after they confirm, until the launch; then ${after} goes instead.`
}

function launchWords(now: Date): string {
  if (wasLaunchedBefore(now)) return 'the site is launched'
  const at = launchTime()
  if (at === undefined) return 'the launch has no time in content/site.ts yet'
  return `the launch is ${dayAhead(new Date(at), now)}`
}
