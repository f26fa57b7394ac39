/**
 * How long anything is kept or works, and how often something may be asked for. The code that keeps to it and
 * the privacy page that promises it both read these very values; what each period ends is said in
 * personal-data.ts (of visits: forget-expired.ts).
 */
export const lifetimes = {
  pendingSignupDays: 30,
  endedSubscriptionYears: 5,
  contactMessageMonths: 24,
  sentMailDays: 30,
  suppressionMonths: 24,
  objectionYears: 5,
  mailCountDays: 1,
  dataLinkRecordDays: 1,
  /** Backups go with it: an older one would bring back who can no longer be erased again. */
  erasureHashDays: 30,
  quarantineDays: 30,
  idempotencyHours: 24,
  stuckSubmissionDays: 30,
  rateLimitDays: 1,
  /** Sums by day, about nobody; they end all the same. */
  visitMonths: 24,
  dataLinkMinutes: 60,
  confirmLinkDays: 7,
  confirmationsPerDay: 3,
  receiptsPerDay: 3,
  dataLinksPerDay: 3,
  correctionsPerDay: 3,
} as const
