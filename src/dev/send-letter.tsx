import type { ReactNode } from 'react'
import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { contentLetters } from '#newsletter/content-letters.ts'
import { welcomeName } from '#newsletter/letter-file.ts'
import { renderLetter } from '#newsletter/letter-mail.tsx'
import { letterProgress, readLetterStatus, startLetter } from '#newsletter/letter-sending.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'

interface SendOptions {
  db: Db
  publicUrl: string
  sender: string
  clock: () => Date
}

/** How far a letter is, or the button that sends it. */
export async function letterState(options: SendOptions, name: string): Promise<ReactNode> {
  const { db, clock } = options
  if (name === welcomeName) return <p>Sent by itself to each subscriber who confirms.</p>
  const sent = await readLetterStatus(db, name)
  if (sent && sent.state !== 'preparing') {
    const progress = `${letterProgress(sent, clock())}, ${sent.sent} of ${sent.audience} sent`
    return <p>{`This letter is ${progress}. A letter is sent only once.`}</p>
  }
  const audience = await countConfirmed(db)
  if (audience === 0) return <p>You can send it when a subscriber has confirmed.</p>
  return (
    <form method="post">
      <button>{`Send to ${audience} confirmed`}</button>
      <code>{`npm run admin -- letters send ${name}`}</code>
    </form>
  )
}

/** Like the owner's `letters send`, without its checks: nothing leaves this machine. */
export async function sendLetter({ db, clock, ...options }: SendOptions, name: string) {
  const letter = contentLetters().get(name)
  if (!letter || name === welcomeName || (await countConfirmed(db)) === 0) return
  await startLetter(db, renderLetter(letter, options), { dueAt: clock(), now: clock() })
}

const countConfirmed = (db: Db) => countRows(listSubscribers(db, { status: 'confirmed' }))
