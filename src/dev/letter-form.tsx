import type { ReactNode } from 'react'
import { npmAdmin } from '#admin-command.ts'
import type { Db } from '#database/schema.ts'
import { lettersDir, readLetters } from '#letters/read-letters.ts'
import { isWelcome } from '#letters/letter-file.ts'
import { renderLetter } from '#letters/letter-mail.tsx'
import {
  countConfirmed,
  letterProgress,
  readLetterStatus,
  scheduleLetter,
  wasCancelled,
} from '#letters/stored-letters.ts'

interface SendOptions {
  db: Db
  publicUrl: string
  sender: string
  clock: () => Date
}

/** How far a letter is, or the button that sends it. */
export async function letterState(options: SendOptions, name: string): Promise<ReactNode> {
  const { db } = options
  if (isWelcome(name)) return <p>Sent automatically to each subscriber who confirms.</p>
  const sent = await readLetterStatus(db, name)
  if (sent && !wasCancelled(sent)) {
    const progress = `${letterProgress(sent)}, ${sent.sent} of ${sent.audience} sent`
    return <p>{`This letter is ${progress}. A letter is sent only once.`}</p>
  }
  const audience = await countConfirmed(db)
  if (audience === 0) return <p>You can send it once at least one subscriber has confirmed.</p>
  return (
    <form method="post">
      <button>{`Send to ${audience} confirmed`}</button>
      <code>{`${npmAdmin} letters send ${name}`}</code>
    </form>
  )
}

/** Like the owner's `letters send`, without its checks: nothing leaves this machine. */
export async function sendLetter({ db, clock, ...options }: SendOptions, name: string) {
  const places = { db, lettersDir }
  const letter = (await readLetters(places, name))[0]?.letter
  if (!letter || isWelcome(name) || (await countConfirmed(db)) === 0) return
  const rendered = await renderLetter(letter, { ...options, ...places })
  await scheduleLetter(db, rendered, { dueAt: clock(), now: clock() })
}
