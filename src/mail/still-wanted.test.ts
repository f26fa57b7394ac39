import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { letterTo } from '../../test/support/letters.ts'
import { writers } from '../../test/support/outbox.ts'
import { claimMail } from './claim-mail.ts'
import { isStillWanted } from './still-wanted.ts'

test('a look that takes long is not repeated for each mail in line', async () => {
  const database = await letterTo('sqlite', 10)
  const claiming = { courierId: 'one', writers, most: 10, perSecond: 1_000_000 }
  const line = (await claimMail(database, claiming, new Date()))!
  let looks = 0
  const slowly: typeof writers.letter = async (...asked) => {
    looks += 1
    await sleep(250)
    return await writers.letter(...asked)
  }
  const options = {
    database,
    writers: { ...writers, letter: slowly },
    log: pino({ level: 'silent' }),
  }
  await sleep(250)
  for (let next = line; next.length > 0; next = next.slice(1)) {
    expect(await isStillWanted(options, next)).toBe(true)
  }
  expect(looks).toBe(1)
})
