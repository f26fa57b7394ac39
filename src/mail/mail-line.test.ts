import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { letterTo } from '../../test/support/letters.ts'
import { courierTools, writers } from '../../test/support/outbox.ts'
import { createHeldMail } from './held-mail.ts'
import { createMailLine } from './mail-line.ts'

test('a look that takes long is not repeated for each mail in line', async () => {
  const database = await letterTo('sqlite', 10)
  let looks = 0
  const slowly: typeof writers.letter = async (...asked) => {
    looks += 1
    await sleep(250)
    return await writers.letter(...asked)
  }
  const options = { ...courierTools(database), writers: { ...writers, letter: slowly } }
  const heldMail = createHeldMail(options, () => {})
  onTestFinished(() => heldMail.close())
  const line = createMailLine(options, heldMail)
  await line.refill()
  await sleep(250)
  looks = 0
  let taken = 0
  for (; line.first(); taken += 1) {
    if (line.isStale()) await line.lookAgain()
    line.takeFirst()
  }
  expect([taken, looks]).toEqual([10, 1])
})
