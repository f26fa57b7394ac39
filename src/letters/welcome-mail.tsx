import type { Site } from '#content/content-rules.ts'
import { wasLaunchedBefore } from '#content/launch.ts'
import { isLoopback } from '#loopback.ts'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { lettersDir, readLetters, sampleFiles } from './content-letters.ts'
import { welcomeNames, type OwnLetter } from './letter-file.ts'
import { draftsFor, fillLetter, renderLetter } from './letter-mail.tsx'

export const welcomeKind = {
  name: 'welcome',
  queue: 'usual',
  to: 'visitor',
  ignores: ['not-me'],
  isUnconfirmed: false,
  about: {
    table: 'subscribers',
    title: { en: 'Welcome to the newsletter', it: 'Email di benvenuto' },
  },
  title: 'Welcome letter',
  findDrafts: welcomeDrafts,
} satisfies MailDeclaration

const lastReadable = new Map<string, OwnLetter | undefined>()

/**
 * The owner's welcome letter as its file is now, for somebody who confirmed at this time: after the launch it can be
 * another one, because they get no launch letter. If an edit broke it, the last text that could be read, so that nobody
 * who confirms meanwhile goes without. A sample must not reach real people: it only goes out on the owner's own machine.
 */
export function findWelcome(
  publicUrl: string,
  confirmedAt: Date,
  { folder, content }: { folder?: string; content?: Pick<Site, 'launched'> } = {},
): OwnLetter | undefined {
  const [before, after] = welcomeNames
  const isLaunched = wasLaunchedBefore(confirmedAt, content)
  const welcome =
    (isLaunched ? readWelcome(after, folder) : undefined) ?? readWelcome(before, folder)
  const isSample = welcome !== undefined && sampleFiles(welcome).length > 0
  return isSample && !isLoopback(publicUrl) ? undefined : welcome
}

function readWelcome(name: string, folder?: string): OwnLetter | undefined {
  try {
    const [found] = readLetters(folder, name)
    if (!found || found.letter) lastReadable.set(name, found?.letter)
  } catch {
    // `doctor` says what is wrong with the folder; mail must go on.
  }
  return lastReadable.get(name)
}

/** About a subscriber who has confirmed for the first time, and has not left since. */
function welcomeDrafts({ publicUrl, secret, contactTo }: MailOptions): FindDrafts {
  return async (db, subscriberIds) =>
    await draftsFor(db, subscriberIds, (reader) => {
      const own = findWelcome(publicUrl, reader.confirmedAt)
      if (!own) return undefined
      return async () => {
        const letter = await renderLetter(own, { publicUrl, sender: '', lettersDir })
        return { ...fillLetter(letter, secret, reader), replyTo: contactTo, isAutomatic: true }
      }
    })
}
