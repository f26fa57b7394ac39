import type { Logger } from 'pino'
import type { Db } from '#database/schema.ts'
import { every } from '#every.ts'
import { letterPages } from '#letters/letter-pages.tsx'
import {
  listPublicLetters,
  readPublicLetter,
  readPublicPicture,
  type PublicLetter,
} from '#letters/public-letters.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { PublicLetters } from '#site/epoch.ts'

const pollMs = 1000

/**
 * Shows the public letters that the database has: any server may send one, and the owner may hide one.
 * @param open the site with those that are public now
 */
export async function startPublishing(
  db: Db,
  publicUrl: string,
  log: Logger,
  open: (letters: PublicLetters | undefined) => SiteServer,
) {
  const readChanges = createLetterReader(db, publicUrl)
  const site = open(await readChanges())
  // Without the database the site shows what it has.
  const publishing = every(pollMs, () => publishChanges(site, readChanges), {
    log,
    failure: 'letters not published',
  })
  return { site, ...publishing }
}

export async function publishChanges(
  site: SiteServer,
  readChanges: ReturnType<typeof createLetterReader>,
) {
  const letters = await readChanges()
  if (letters) await site.publish(letters)
}

/** @returns a function that reads the public letters, if they are others than at its last call */
export function createLetterReader(db: Db, publicUrl: string) {
  let last = '[]'
  let known = new Map<string, PublicLetter>()
  return async (): Promise<PublicLetters | undefined> => {
    const listed = await listPublicLetters(db)
    const found = JSON.stringify(listed)
    if (found === last) return undefined
    const read = await Promise.all(
      listed.map(async (row) => {
        const version = JSON.stringify(row)
        return [version, known.get(version) ?? (await readPublicLetter(db, row.name))] as const
      }),
    )
    known = new Map(read)
    last = found
    return letterPages([...known.values()], publicUrl, (letter, file) =>
      readPublicPicture(db, letter, file),
    )
  }
}
