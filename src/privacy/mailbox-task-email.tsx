import { longTime } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'

const words = {
  erase: {
    title: 'Please delete from the mailbox',
    ask: 'Somebody had their data erased. The website has done so. In the mailbox there are still the notices of their messages, and perhaps your answers. Please delete them, in the folder of sent mail too. Each notice ends with the moment when the message was received:',
  },
  correct: {
    title: 'Please correct in the mailbox',
    ask: 'Somebody corrected their name or their address. The website has done so, and `messages list` shows it. In the mailbox there are still the notices as they came. Please write to the new address only. Each notice ends with the moment when the message was received:',
  },
}

/** Somebody may have sent thousands, and a mail of megabytes reaches nobody. */
export const mostNamed = 200

/** To the owner, the newest first. It names nobody: whoever was erased must not come back by this very mail. */
export function mailboxTaskEmail(task: keyof typeof words, receivedAt: Date[], publicUrl: string) {
  const { title, ask } = words[task]
  const times = receivedAt.slice(0, mostNamed).map((time) => `Received on ${longTime(time)}`)
  const others =
    receivedAt.length > mostNamed ? ['And all that came before, from the same address.'] : []
  const parts = [ask, ...times, ...others]
  return renderMail({ subject: title, title, parts, publicUrl })
}
