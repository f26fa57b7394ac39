import { startCourier } from '#mail/courier.ts'
import type { WorkTools } from '#mail/courier-options.ts'
import { ownAddresses } from '#mail/own-addresses.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import type { BackgroundOptions } from './background.ts'
import { createMailWriters } from './mail-writers.ts'

/** A courier with all that it needs; none where no mail server is named, and mail waits. */
export function startMailing({ config, secret }: BackgroundOptions, tools: WorkTools) {
  const { publicUrl, smtpUrl: url, dataDir, mailPerSecond } = config
  const { from, contactTo } = ownAddresses(config)
  const outcomes = new Map<string, { kind: string; outcome: string; count: number }>()
  const courier =
    url === undefined
      ? undefined
      : startCourier({
          ...tools,
          writers: createMailWriters({ publicUrl, secret, contactTo, dataDir }),
          transport: createSmtpTransport({ url, from }),
          from,
          mailPerSecond,
          onOutcome(kind, outcome) {
            outcomes.getOrInsert(`${kind} ${outcome}`, { kind, outcome, count: 0 }).count += 1
          },
        })
  let stopped: Promise<void> | undefined
  return {
    nudge: () => courier?.nudge(),
    /** What came of the mails so far, for those who watch. */
    outcomes: () => [...outcomes.values()],
    stop: async () => await (stopped ??= courier?.stop()),
  }
}
