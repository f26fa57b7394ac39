/**
 * How long anything is kept. The code that forgets and the privacy page that promises both read
 * these very values.
 */
export const lifetimes = {
  pendingSignupDays: 30,
  contactMessageMonths: 24,
  sentMailDays: 30,
  erasureHashDays: 30,
  quarantineDays: 30,
  idempotencyHours: 24,
  rateLimitDays: 1,
  dataLinkMinutes: 60,
  confirmLinkDays: 7,
  confirmationsPerDay: 3,
  receiptsPerDay: 3,
  dataLinksPerDay: 3,
} as const
