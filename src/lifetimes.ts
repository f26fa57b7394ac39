/**
 * Retention periods, lifetimes of links and daily limits. The code that enforces them and the policy that promises
 * them read the same values. personal-data.ts says what each period applies to (visits: delete-expired.ts).
 */
export const lifetimes = {
  pendingSignupDays: 30,
  endedSubscriptionYears: 5,
  contactMessageMonths: 24,
  sentMailDays: 30,
  suppressionMonths: 24,
  notMeDays: 30,
  mailCountDays: 1,
  dataLinkRecordDays: 1,
  /** Also the maximum age of a backup: an older one would bring back people whose erasure can't be repeated. */
  erasureHashDays: 30,
  quarantineDays: 30,
  idempotencyHours: 24,
  stuckSubmissionDays: 30,
  /** Daily totals without personal data. */
  visitMonths: 24,
  dataLinkMinutes: 60,
  confirmLinkDays: 7,
  /** To one inbox, over all kinds of mail that the forms cause. */
  unconfirmedMailsPerDay: 3,
} as const
