import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { letterTo } from '../../test/support/letters.ts'
import { courierTools, createClock, eventually, writers } from '../../test/support/outbox.ts'
import { createHeldMail } from './held-mail.ts'
import { createMailLine } from './mail-line.ts'
import { readPauses } from './mail-pause.ts'

test.each([
  [30, 3],
  [5000, 100],
])('at %i a second so many are in doubt if the process dies: %i', async (perSecond, most) => {
  const { database, counts } = await letterTo('sqlite', 101)
  const options = { ...courierTools(database), mailPerSecond: perSecond }
  const heldMail = createHeldMail(options, () => {})
  onTestFinished(() => heldMail.close())
  await createMailLine(options, heldMail).refill()
  expect(await counts()).toMatchObject({ sending: most })
})

test('a look that takes long is not repeated for each mail in line', async () => {
  const { database } = await letterTo('sqlite', 10)
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

test('what was being claimed when the server locked us out is given back unsent', async () => {
  const { db, ...post } = await letterTo('sqlite', 20)
  const begun: string[] = []
  let isClaimSlow = false
  const send = async ({ to }: { to: string }) => {
    begun.push(to)
    if (begun.length === 1) return { kind: 'sent' } as const
    isClaimSlow = begun.length === 2
    await sleep(200)
    return { kind: 'authentication', reason: '535 no' } as const
  }
  const slowly: typeof writers.letter = async (...asked) => {
    if (isClaimSlow) await sleep(500)
    return await writers.letter(...asked)
  }
  post.openCourier({
    mailPerSecond: 20,
    writers: { ...writers, letter: slowly },
    transport: { send, close() {} },
  })
  await eventually(async () => expect(await readPauses(db)).toHaveLength(1))
  await post.becomes({ sent: 1, queued: 19 })
  expect(begun).toHaveLength(2)
})

test('no more of a letter is taken before what the server puts off is written down', async () => {
  const post = await letterTo('sqlite', 6)
  let begun = 0
  const { promise: putOff, resolve: isPutOff } = Promise.withResolvers<void>()
  const send = async () => {
    begun += 1
    const isSecond = begun === 2
    // Taken in the moment in which the one before it is put off: the server seems well, and the next has its turn.
    if (begun === 3) setTimeout(isPutOff, 100)
    if (begun > 1) await putOff
    if (!isSecond) return { kind: 'sent' } as const
    return { kind: 'temporary', reason: '450 later', isAboutMail: true } as const
  }
  const wasWritten: boolean[] = []
  const watched: typeof writers.letter = async (trx, ids, more) => {
    const rows = await trx.selectFrom('outbox').selectAll().where('status', '=', 'queued').execute()
    const isClaim = rows.some(({ about_id }) => ids.includes(about_id))
    if (isClaim && begun >= 3) wasWritten.push(rows.some(({ attempts }) => attempts === 1))
    return await writers.letter(trx, ids, more)
  }
  post.openCourier({
    mailPerSecond: 20,
    writers: { ...writers, letter: watched },
    transport: { send, close() {} },
  })
  await post.becomes({ sent: 5, queued: 1 })
  expect(wasWritten).toEqual([true])
})

test('a letter that hangs does not make a pause longer for what a visitor waits for', async () => {
  const { db, clock, ...post } = await letterTo('sqlite', 20, {}, createClock())
  const { promise: hanging, resolve: letGo } = Promise.withResolvers<void>()
  const begun: string[] = []
  const send = async ({ to }: { to: string }) => {
    begun.push(to)
    if (begun.length === 2) await hanging
    if (begun.length < 3 || to === 'ada@example.com') return { kind: 'sent' } as const
    return { kind: 'authentication', reason: '535 no' } as const
  }
  const courier = post.openCourier({ transport: { send, close() {} } })
  onTestFinished(() => letGo())
  await eventually(async () => expect(await readPauses(db)).toHaveLength(1))
  await post.queue()
  clock.move(60_000)
  courier.nudge()
  await eventually(() => expect(begun.at(-1)).toBe('ada@example.com'))
})
