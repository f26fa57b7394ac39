import type { Site } from '#content/content-rules.ts'
import { wasLaunchedBefore } from '#content/launch.ts'
import { isLoopback } from '#loopback.ts'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import type { Db } from '#database/schema.ts'
import { parseDraft } from './parse-draft.ts'
import { readDrafts } from './letter-drafts.ts'
import { lettersDir, readLetters, sampleTexts } from './read-letters.ts'
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

interface WelcomePlaces {
  db: Db
  lettersDir?: string
  content?: Pick<Site, 'launched'>
}

/**
 * Reads the welcome letters as they are used now. Which one somebody gets depends on when they confirmed: after the
 * launch it can be another one, because they get no launch letter. A sample must not reach real people: it only goes
 * out on the owner's own machine.
 */
export async function findWelcome(
  publicUrl: string,
  { db, lettersDir: folder = lettersDir, content }: WelcomePlaces,
): Promise<(confirmedAt: Date) => OwnLetter | undefined> {
  const inUse = await readInUse(db)
  const letters = new Map<string, OwnLetter | undefined>()
  for (const name of welcomeNames) {
    letters.set(name, inUse.get(name) ?? (await readWelcomeFile(name, folder)))
  }
  const [before, after] = welcomeNames
  return (confirmedAt) => {
    const isLaunched = wasLaunchedBefore(confirmedAt, content)
    const welcome = (isLaunched ? letters.get(after) : undefined) ?? letters.get(before)
    const isSample = welcome !== undefined && sampleTexts(welcome).length > 0
    return isSample && !isLoopback(publicUrl) ? undefined : welcome
  }
}

/** Those that are written in the console. They had no mistakes when the owner began to use them. */
async function readInUse(db: Db): Promise<Map<string, OwnLetter | undefined>> {
  const drafts = await readDrafts(db, welcomeNames)
  const used = drafts.filter((draft) => draft.used !== null)
  return new Map(
    used.map((draft) => [draft.name, parseDraft({ ...draft, texts: draft.used! }).letter]),
  )
}

const lastReadable = new Map<string, OwnLetter | undefined>()

/** If an edit broke its file, the last text that could be read, so that nobody who confirms meanwhile goes without. */
async function readWelcomeFile(name: string, folder: string): Promise<OwnLetter | undefined> {
  try {
    const [found] = await readLetters({ lettersDir: folder }, name)
    if (!found || found.letter) lastReadable.set(name, found?.letter)
  } catch {
    // `doctor` says what is wrong with the folder; mail must go on.
  }
  return lastReadable.get(name)
}

/** About a subscriber who has confirmed for the first time, and has not left since. */
function welcomeDrafts({ publicUrl, secret, contactTo }: MailOptions): FindDrafts {
  return async (db, subscriberIds) => {
    const find = await findWelcome(publicUrl, { db })
    return await draftsFor(db, subscriberIds, (reader) => {
      const own = find(reader.confirmedAt)
      if (!own) return undefined
      return async (_, reading) => {
        const letter = await renderLetter(own, { publicUrl, sender: '', db: reading, lettersDir })
        return { ...fillLetter(letter, secret, reader), replyTo: contactTo, isAutomatic: true }
      }
    })
  }
}
