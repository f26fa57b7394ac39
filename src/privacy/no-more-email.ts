import type { Trx } from '#database/schema.ts'
import { liftSuppression } from '#mail/suppressions.ts'
import { stopAllMail } from '#subscribers/unsubscribe.ts'
import { storedReasons } from '#stored-reasons.ts'

/** Switching it off lifts no suppression of another cause, and brings no subscription back. */
export async function setNoMoreEmail(trx: Trx, emailKey: string, isOn: boolean, now: Date) {
  if (isOn) await stopAllMail(trx, emailKey, storedReasons.noMoreEmail, now)
  else await liftSuppression(trx, emailKey, ['person'])
}
