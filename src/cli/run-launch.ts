import type { Database } from '#database/connect.ts'
import type { LaunchTable } from '#database/schema.ts'
import type { LaunchLetter } from '#launch/launch-letter.tsx'
import { countLedger } from '#launch/launch-status.ts'
import { sendLaunch, type LaunchEnd } from '#launch/send-launch.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import type { Desk } from './desk.ts'
import { Failure } from './failure.ts'
import { launchMail, senderOf } from './launch-mail.ts'
import { showProgress } from './launch-progress.ts'
import { ledgerLines } from './launch-status.ts'

const retryPausesMs = [1000, 5000, 20_000, 60_000, 180_000]

/** Sends until everyone is reached or something is in the way, and says which. */
export async function runLaunch(
  desk: Desk,
  database: Database,
  { smtpUrl, letter, launch }: { smtpUrl: string; letter: LaunchLetter; launch: LaunchTable },
): Promise<void> {
  const { terminal, config, clock } = desk
  const transport = createSmtpTransport({ url: smtpUrl, from: senderOf(desk) })
  const progress = showProgress(terminal, launch.audience, () => countLedger(database.db))
  const stopping = stopOnSignals(() => progress.say('Stopping: finishing what is under way…'))
  try {
    const end = await sendLaunch({
      database,
      transport,
      mailFor: (recipient) => launchMail(desk, letter, recipient),
      mailPerSecond: config.mailPerSecond,
      retryPausesMs,
      clock,
      signal: stopping,
      onPause: (sentence) => progress.say(sentence),
    })
    await progress.end()
    const counts = await countLedger(database.db)
    await terminal.write(`${ledgerLines(counts, launch.audience).join('\n')}\n`)
    if (counts.in_doubt > 0) {
      terminal.note('Decide about those in doubt with `launch resolve --resend` or `--accept`.')
    }
    if (end.kind !== 'finished') throw new Failure(sentenceOf(end, counts.queued))
    await terminal.write('The launch is finished.\n')
  } finally {
    transport.close()
  }
}

function stopOnSignals(onStop: () => void): AbortSignal {
  const stopping = new AbortController()
  const sameKeypressMs = 2000
  let stoppedAt: number | undefined
  const stop = () => {
    // npm, its shell and the terminal each pass Ctrl-C on: several at once are one.
    if (stoppedAt !== undefined && performance.now() - stoppedAt > sameKeypressMs) process.exit(1)
    if (stoppedAt !== undefined) return
    stoppedAt = performance.now()
    onStop()
    stopping.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return stopping.signal
}

function sentenceOf(end: Exclude<LaunchEnd, { kind: 'finished' }>, queued: number): string {
  const goOn = `${queued} are still queued. Run \`launch send\` again to go on.`
  switch (end.kind) {
    case 'stopped':
      return `Stopped. ${goOn}`
    case 'left-queued':
      return `The mail server refused some for now, again and again. ${goOn}`
    case 'authentication':
      return `The mail server does not let us in any more: ${end.reason}\nCheck SMTP_URL. ${goOn}`
    case 'rejected':
      return `The mail server will not have this letter: ${end.reason}\n${goOn}`
    case 'unavailable':
      return `The mail server takes no mail: ${end.reason}\n${goOn}`
    case 'held-back':
      return `All mail is held back: ${end.reason}\nRun \`mail resume\` first. ${goOn}`
  }
}
