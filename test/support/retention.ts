import type { Schema } from '#database/schema.ts'
import { forgetExpired } from '#privacy/forget-expired.ts'
import type { TestApp } from './test-app.ts'

export const forget = (app: TestApp) => forgetExpired(app.db, app.settings.clock())
export const countOf = async (app: TestApp, table: keyof Schema) =>
  (await app.db.selectFrom(table).selectAll().execute()).length
export const daysAfter = (time: Date, days: number) =>
  new Date(time.getTime() + days * 24 * 3_600_000)
export function monthsAfter(time: Date, months: number) {
  const later = new Date(time)
  later.setUTCMonth(later.getUTCMonth() + months)
  return later
}
