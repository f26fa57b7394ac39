import type { OutgoingMail } from '#mail/mail-headers.ts'
import type { Transport } from '#mail/smtp.ts'
import { outcomeOf } from '#mail/smtp-replies.ts'
import type { Random } from './random.ts'
import type { VirtualTime } from './virtual-time.ts'

/**
 * - flaky: every few mails one is deferred, rejected, cut off or left hanging
 * - down: no connection; authentication: the password is wrong
 * - rejecting: every mail, because of us; quota: the same, after a few more mails
 */
export const troubles = ['flaky', 'down', 'authentication', 'rejecting', 'quota'] as const

type Trouble = (typeof troubles)[number]

export type MailProvider = ReturnType<typeof createMailProvider>

/** The mail server outside, which goes on when a server of ours is killed. */
export function createMailProvider(
  time: VirtualTime,
  random: Random,
  on: { begun: (mail: OutgoingMail) => void; delivered: (mail: OutgoingMail) => void },
) {
  const provider = {
    trouble: undefined as Trouble | undefined,
    /** How many it still takes before `quota`. */
    quotaLeft: 0,
    /** Addresses that it called unknown. */
    unknown: new Set<string>(),
    /** Message-IDs of mails that it rejected while it took others. */
    rejected: new Set<string>(),
    createTransport,
  }

  /** @returns the error that nodemailer would throw, or undefined if the mail is taken */
  function refusalOf(mail: OutgoingMail) {
    const { trouble } = provider
    if (trouble === 'down')
      return failure('connect ECONNREFUSED', { code: 'ESOCKET', command: 'CONN' })
    if (trouble === 'authentication') return reply('535 5.7.8 bad password', 'AUTH PLAIN')
    if (trouble === 'rejecting') return reply('550 5.7.1 blocked', random.pick(['RCPT TO', 'DATA']))
    if (trouble === 'quota') {
      provider.quotaLeft -= 1
      return provider.quotaLeft < 0 ? reply('550 5.4.5 daily quota exceeded', 'DATA') : undefined
    }
    const isUnknown = mail.to.includes('nobody')
    if (!isUnknown && (trouble !== 'flaky' || random.chance(0.6))) return undefined
    const fault = isUnknown ? '550 5.1.1 no such user' : random.pick(faults)
    if (fault.startsWith('5')) provider.rejected.add(mail.messageId)
    if (fault.startsWith('550 5.1')) provider.unknown.add(addressOf(mail))
    return reply(fault, fault.includes('spam') ? 'DATA' : 'RCPT TO')
  }

  function createTransport(): Transport {
    const hanging = new Set<() => void>()
    /** The reply to the last byte never comes: nobody knows whether the mail was taken. */
    async function breakOff(mail: OutgoingMail) {
      if (random.chance(0.6)) on.delivered(mail)
      await new Promise<void>((resolve) => {
        hanging.add(resolve)
        time.start(resolve, random.pick([5, 5, 5, 120_000]))
      })
      return outcomeOf(failure('Connection closed', { code: 'ECONNECTION', command: 'CONN' }), true)
    }
    return {
      async send(mail) {
        on.begun(mail)
        await time.sleep(random.between(1, random.chance(0.1) ? 1500 : 60))
        const refusal = refusalOf(mail)
        if (refusal) return outcomeOf(refusal, refusal.command === 'DATA')
        if (provider.trouble === 'flaky' && random.chance(0.2)) return await breakOff(mail)
        on.delivered(mail)
        await time.sleep(random.between(1, 40))
        return { kind: 'sent' }
      },
      async probe() {
        await time.sleep(random.between(1, 100))
        const { trouble } = provider
        if (trouble !== 'down' && trouble !== 'authentication') return { kind: 'sent' }
        return outcomeOf(
          failure('connect ECONNREFUSED', { code: 'ESOCKET', command: 'CONN' }),
          false,
        )
      },
      close(closing) {
        if (closing?.force) for (const resolve of hanging) resolve()
      },
    }
  }

  return provider
}

const faults = [
  '451 4.7.1 greylisted',
  '452 4.2.2 mailbox full',
  '421 4.3.2 closing',
  '550 5.1.1 no such user',
  '550 5.7.1 blocked',
  '552 5.2.2 mailbox full',
  '554 5.6.0 looks like spam',
] as const

const failure = (message: string, more: { code: string; command: string; responseCode?: number }) =>
  Object.assign(new Error(message), more)

const reply = (response: string, command: string) =>
  Object.assign(failure(`Can't send mail: ${response}`, { code: 'EENVELOPE', command }), {
    response,
    responseCode: Number(response.slice(0, 3)),
  })

/** Without case. */
export const addressOf = ({ to }: OutgoingMail) => /([^<>]+)>?$/.exec(to)![1]!.toLowerCase()
