import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInbox } from '../../scripts/mailbox/inbox.ts'

export type Catcher = Awaited<ReturnType<typeof openCatcher>>

/** The mailbox of `npm run mailbox`, for journeys in a browser. */
export async function openCatcher() {
  const { smtp, mails, arrivals } = createInbox()
  smtp.on('error', () => {})
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  const { port } = smtp.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Waits for the mail to an address whose subject fits. */
    async mailTo(address: string, subject: RegExp) {
      for (;;) {
        const found = mails.find(({ to, email }) => to === address && subject.test(email.subject!))
        if (!found) {
          await once(arrivals, 'mail', { signal: AbortSignal.timeout(15_000) })
          continue
        }
        const { html, text, headers } = found.email
        return {
          html: html!,
          header: (name: string) => headers.find(({ key }) => key === name)?.value,
          /** The address of the link of a kind, from the text part. */
          link: (kind: 'confirm' | 'unsubscribe' | 'my-data') =>
            new RegExp(`http://\\S+/${kind}/[\\w-]+`).exec(text!)![0],
        }
      }
    },
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}
