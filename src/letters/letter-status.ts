import type { Db, LetterTable } from '#database/schema.ts'
import type { OwnLetter } from './read-letter.ts'

export type ListedLetter = Awaited<ReturnType<typeof listLetters>>[number]

/** In doubt counts as finished: only the owner can decide about it. */
export function progressOf(letter: LetterTable | undefined, now: Date) {
  if (!letter) return 'not sent'
  if (letter.state === 'preparing') return 'preparing'
  if (letter.state === 'stopped') return 'stopped'
  if (letter.queued + letter.sending === 0) return 'finished'
  return letter.due_at > now.toISOString() ? 'scheduled' : 'going out'
}

/** What lies in content/letters and what was sent, whether its file is still there or not. */
export async function listLetters(db: Db, own: Map<string, OwnLetter>, now: Date) {
  const rows = await db.selectFrom('letters').selectAll().execute()
  const sent = new Map(rows.map((row) => [row.name, row]))
  return [...new Set([...own.keys(), ...sent.keys()])].toSorted().map((name) => {
    const row = sent.get(name)
    return {
      name,
      subject: row?.subject ?? own.get(name)!.subject,
      state: progressOf(row, now),
      audience: row?.audience ?? 0,
      sent: row?.sent ?? 0,
    }
  })
}
