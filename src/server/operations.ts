import type { Logger } from 'pino'
import type { Db } from '#database/schema.ts'
import type { SourceCount } from '#owner/visit-counter.ts'
import { storeCounts } from '#owner/visit-counts.ts'
import { probeWrite, storeSubmissions, type NewSubmission } from '#intake/submissions.ts'
import type { Language } from '#language.ts'
import { countOpened } from '#mail/funnel-steps.ts'
import { confirm, type ConfirmedPage } from '#subscribers/confirm.ts'
import { changeLanguage } from '#subscribers/subscribe.ts'
import { reportNotMe, unsubscribe } from '#subscribers/unsubscribe.ts'
import { queueFirstLetters } from '#letters/letter-queue.ts'
import { findWelcome } from '#letters/welcome-mail.tsx'
import { erasePerson } from '#privacy/erase-person.ts'
import { setNoMoreEmail } from '#privacy/no-more-email.ts'

interface OperationsOptions {
  db: Db
  secret: string
  publicUrl: string
  clock: () => Date
  log: Logger
}

export type Operations = ReturnType<typeof createOperations>

/** Every write that a request can cause. Arguments are plain values, because on SQLite another thread runs them. */
export function createOperations(options: OperationsOptions) {
  const { db, secret, publicUrl, clock, log } = options
  const onError = (error: unknown) => log.error({ err: error }, 'submission not stored')
  return {
    store: (submissions: NewSubmission[]) => storeSubmissions(db, submissions, onError),
    async confirm(consentId: string, page: ConfirmedPage) {
      const now = clock()
      const sendsWelcome = (await findWelcome(publicUrl, { db }))(now) !== undefined
      return await confirm(db, consentId, page, now, (trx, { id, isFirst }) =>
        queueFirstLetters(trx, id, { now, sendsWelcome: isFirst && sendsWelcome }),
      )
    },
    countOpened: (consentId: string) => countOpened(db, consentId, clock()),
    unsubscribe: (subscriberId: string) => unsubscribe(db, subscriberId, clock()),
    reportNotMe: (subscriberId: string) => reportNotMe(db, subscriberId, clock()),
    erase: (emailKey: string) => erasePerson(db, emailKey, secret, clock()),
    setNoMoreEmail: (emailKey: string, isOn: boolean) =>
      db.transaction().execute((trx) => setNoMoreEmail(trx, emailKey, isOn, clock())),
    changeLanguage: (emailKey: string, language: Language) =>
      changeLanguage(db, emailKey, language),
    countVisits: (counts: SourceCount[]) => storeCounts(db, counts),
    probeWrite: () => probeWrite(db, clock()),
  }
}
