import { expect, test } from 'vitest'
import { both } from '../../test/support/valid-content.ts'
import { transfers } from './processors.ts'

const host = { name: 'Host', country: 'IS', purpose: both('hosts this website') }
const mailer = {
  name: 'Mailer',
  country: 'US',
  purpose: both('delivers our email'),
  safeguard: { en: 'standard contractual clauses', it: 'clausole contrattuali tipo' },
}

test('the policy says that no data leaves the EEA, or where it goes with which safeguard', () => {
  expect(transfers('en', { processors: [host] })).toContain('We do not transfer it outside')
  expect(transfers('it', { processors: [host] })).toContain('Non trasferiamo i dati')
  const outside = { processors: [host, mailer] }
  expect(transfers('en', outside)).toContain(
    'allows it: Mailer (United States; standard contractual clauses). You may',
  )
  expect(transfers('it', outside)).toContain(
    'consente: Mailer (Stati Uniti; clausole contrattuali tipo). È possibile',
  )
})
