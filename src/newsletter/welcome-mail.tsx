import { isLoopback } from '#loopback.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { contentLetters, sampleFiles } from './content-letters.ts'
import { welcomeName, type OwnLetter } from './letter-file.ts'
import { draftsFor, fillLetter, renderLetter } from './letter-mail.tsx'
import type { LinkOptions } from './subscription-links.ts'

let welcome: OwnLetter | undefined | null = null

/** The owner's welcome letter. A sample must not reach real people: it only goes out on the owner's own machine. */
export function findWelcome(publicUrl: string): OwnLetter | undefined {
  if (welcome === null) welcome = contentLetters().get(welcomeName)
  const isSample = welcome !== undefined && sampleFiles(welcome).length > 0
  return isSample && !isLoopback(publicUrl) ? undefined : welcome
}

/** About a subscriber who has confirmed for the first time, and has not left since. */
export function welcomeDrafts({
  publicUrl,
  secret,
  contactTo,
}: LinkOptions & { contactTo: string }): FindDrafts {
  return async (trx, subscriberIds) => {
    const own = findWelcome(publicUrl)
    if (!own) return []
    const letter = renderLetter(own, { publicUrl, sender: '' })
    return await draftsFor(trx, subscriberIds, (reader) => ({
      ...fillLetter(letter, secret, reader),
      replyTo: contactTo,
    }))
  }
}
