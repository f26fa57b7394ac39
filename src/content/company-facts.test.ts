import { expect, test } from 'vitest'
import { shareCapital } from './company-facts.ts'

test.each([
  [{ amount: 10_000, paidUp: 10_000 }, '€10,000.00, fully paid up', '10.000,00\u00a0€ i.v.'],
  [
    { amount: 1_250_000.5, paidUp: 2500 },
    '€1,250,000.50, of which €2,500.00 paid up',
    '1.250.000,50\u00a0€, di cui versati 2.500,00\u00a0€',
  ],
])('a share capital of %o is written as each language does', (capital, english, italian) => {
  expect(shareCapital('en', capital)).toBe(english)
  expect(shareCapital('it', capital)).toBe(italian)
})
