import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface CaughtLetter {
  html: string
  header(name: string): string | undefined
  /** The address of the link of a kind, from the text part. */
  link(kind: 'confirm' | 'unsubscribe' | 'my-data'): string
}

export interface Catcher {
  url: string
  /** Waits for the mail to an address whose subject fits. */
  mailTo(address: string, subject: RegExp): Promise<CaughtLetter>
  close(): Promise<void>
}

/** A real SMTP server that takes every mail, for journeys in a browser. */
export async function openCatcher(): Promise<Catcher> {
  const caught: { to: string[]; email: Email }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, callback) {
      void keep(stream, session.envelope.rcptTo).then(() => callback(), callback)
    },
  })
  async function keep(stream: NodeJS.ReadableStream, to: { address: string }[]) {
    const email = await PostalMime.parse(await text(stream))
    caught.push({ to: to.map(({ address }) => address), email })
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async mailTo(address, subject) {
      for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 50) {
        const found = caught.find(
          ({ to, email }) => to.includes(address) && subject.test(email.subject ?? ''),
        )
        if (found) return letterOf(found.email)
        await sleep(50)
      }
      throw new Error(`No mail to ${address} with ${subject} came.`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function letterOf(email: Email): CaughtLetter {
  return {
    html: email.html!,
    header: (name) => email.headers.find(({ key }) => key === name)?.value,
    link: (kind) => new RegExp(`http://\\S+/${kind}/[\\w-]+`).exec(email.text!)![0],
  }
}
