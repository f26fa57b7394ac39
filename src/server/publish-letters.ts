import type { Logger } from 'pino'
import { letterPages } from '#newsletter/letter-pages.tsx'
import { listPublicLetters, readPublicLetter } from '#newsletter/public-letters.ts'
import type { Db } from '#database/schema.ts'
import type { SiteServer } from '#site/create-site.ts'

const pollMs = 1000

/** Shows the public letters that the database has: any server may send one, and the owner may hide one. */
export async function startPublishing(db: Db, site: SiteServer, publicUrl: string, log: Logger) {
  const publish = publishChanges(db, site, publicUrl)
  await publish()
  let publishing = Promise.resolve()
  const timer = setInterval(() => {
    // Without the database the site shows what it has.
    publishing = publishing
      .then(publish)
      .catch((error: unknown) => log.error({ err: error }, 'letters not published'))
  }, pollMs)
  return {
    async stop() {
      clearInterval(timer)
      await publishing
    },
  }
}

/** @returns a function that changes the site if the database has other public letters */
export function publishChanges(db: Db, site: SiteServer, publicUrl: string) {
  let shown = '[]'
  return async () => {
    const listed = await listPublicLetters(db)
    const found = JSON.stringify(listed)
    if (found === shown) return
    const letters = await Promise.all(listed.map(({ name }) => readPublicLetter(db, name)))
    await site.publish(letterPages(letters, publicUrl))
    shown = found
  }
}
