import { expect, test } from 'vitest'
import { isItalianVatNumber } from './content-rules.ts'

// Real numbers from the sites of their companies, and the sample.
test.each(['00488410010', '00905811006', '00811720580', '01234567897'])(
  'accepts the VAT number %s',
  (number) => {
    expect(isItalianVatNumber(number)).toBe(true)
  },
)

test('rejects a VAT number with any one digit changed', () => {
  const right = '00905811006'
  for (let place = 0; place < right.length; place += 1) {
    for (const digit of '0123456789') {
      const typed = right.slice(0, place) + digit + right.slice(place + 1)
      expect(isItalianVatNumber(typed)).toBe(typed === right)
    }
  }
})

test.each(['', '0090581100', '009058110060', 'IT00905811006', '0090581100６', '00905811006\n'])(
  'rejects the VAT number %j',
  (number) => {
    expect(isItalianVatNumber(number)).toBe(false)
  },
)
