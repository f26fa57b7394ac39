import { canonicalAddress } from '#email-address.ts'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import { readDataLink } from '#privacy/data-link.tsx'
import { readToken, type TokenPurpose } from '#signed-token.ts'
import { consents } from '../support/test-app.ts'
import { addressOf } from './mail-provider.ts'
import type { Promises } from './promises.ts'
import { keys, type Server, type Site, type World } from './simulated-site.ts'

const page = { language: 'en', textHash: consents.en.confirmation.hash } as const
const subscribersBefore = 24
const visitors = 16

/** Some mailboxes have several spellings, and one does not exist. */
function addressesOf(person: number): string[] {
  if (person === 7) return ['nobody@example.com']
  if (person % 4 === 0) return [`p.${person}@gmail.com`, `p${person}+news@googlemail.com`]
  if (person % 4 === 1) return [`person${person}@example.com`, `person${person}+news@example.com`]
  return [`person${person}@example.com`]
}

/** Subscribers and visitors, all through the story. */
export function createPeople(world: World, site: Site, promises: Promises, storyMs: number) {
  const { time, random, disk } = world
  const diary = createDiary(world)
  const forms = createForms(world, site, promises, diary)
  const links = createLinks(world, site, promises, diary, forms.signUp)
  /** The ids in the unsubscribe links of older letters. */
  const subscribers = new Map<string, string>()

  function addSubscriber(address: string) {
    const id = crypto.randomUUID()
    const at = '2026-02-01T12:00:00.000Z'
    const row = [id, address, address, at, at]
    const columns = '(id, email, email_key, asked_at, confirmed_at, status, language)'
    const insert = `insert into subscribers ${columns} values (?, ?, ?, ?, ?, 'confirmed', 'en')`
    disk.sqlite.prepare(insert).run(row)
    Object.assign(promises.of(address), { confirmingAt: new Date(at), confirmedAt: new Date(at) })
    subscribers.set(address, id)
  }

  for (let person = 0; person < subscribersBefore + visitors; person += 1) {
    const isSubscriber = person < subscribersBefore
    for (const address of addressesOf(person)) {
      if (isSubscriber) addSubscriber(address)
      if (random.chance(isSubscriber ? 0.1 : 1)) forms.signUp(address, storyMs)
      if (random.chance(0.25)) forms.write(address, storyMs)
      if (random.chance(0.2)) forms.askForData(address, storyMs)
    }
  }

  return {
    areBusy: diary.areBusy,
    /** While a letter goes out, or while a server is suspended that goes on where it was. */
    hurryToLeave: () => {
      for (const [address, id] of subscribers) {
        if (random.chance(0.2) && subscribers.delete(address)) links.unsubscribe(address, id)
      }
    },
    receive(mail: OutgoingMail) {
      const address = addressOf(mail)
      const idIn = (purpose: TokenPurpose) => {
        const [, token] = new RegExp(`/${purpose}/([\\w-]{30,})`).exec(mail.text) ?? []
        return token === undefined ? undefined : readToken(keys, purpose, token, time.clock())
      }
      const [consent, signup, subscriber] = [idIn('confirm'), idIn('not-me'), idIn('unsubscribe')]
      if (idIn('my-data')) links.openData(mail)
      else if (signup && random.chance(0.1)) links.reportNotMe(address, signup)
      else if (consent && random.chance(0.85)) links.confirm(address, consent)
      else if (subscriber && random.chance(0.3)) links.unsubscribe(address, subscriber)
    },
  }
}

type Diary = ReturnType<typeof createDiary>

/** The owner of a mailbox does one thing after another. */
function createDiary({ time, random, say }: World) {
  const plans = new Map<string, Promise<void>>()
  let open = 0
  return {
    areBusy: () => open > 0,
    plan: (address: string, withinMs: number, what: string, act: () => Promise<unknown>) => {
      open += 1
      const atMs = time.nowMs() + random.between(0, withinMs)
      const person = canonicalAddress(address)
      plans.set(person, follow(plans.get(person)))
      async function follow(before: Promise<void> | undefined) {
        await before
        await time.sleep(atMs - time.nowMs())
        say(`${address} ${what}`)
        await act()
        say(`${address} ${what}: answered`)
        open -= 1
      }
    },
  }
}

function createForms({ random }: World, site: Site, promises: Promises, { plan }: Diary) {
  let messages = 0

  async function submit(fields: object) {
    const key = random.hex(16)
    const headers = new Map([
      ['content-type', 'application/json'],
      ['idempotency-key', key],
    ])
    const header = (name: string) => headers.get(name)
    const body = Buffer.from(JSON.stringify(fields))
    const request = { language: 'en', header, socketAddress: '127.0.0.1', body } as const
    const post = () =>
      site.insist(async ({ intake }) => {
        const { status } = await intake(request)
        if (status !== 200) throw new Error(`status ${status}`)
      })
    // An island tries again if the first response is late.
    await Promise.all(random.chance(0.3) ? [post(), post()] : [post()])
  }

  return {
    signUp: (address: string, withinMs: number) => {
      plan(address, withinMs, 'signs up', async () => {
        await submit({ email: random.chance(0.3) ? address.toUpperCase() : address })
        promises.signups.add(address)
      })
    },
    write(address: string, withinMs: number) {
      messages += 1
      const message = `Message ${messages}.`
      plan(address, withinMs, 'writes a message', async () => {
        await submit({ name: 'Ada', email: address, message })
        promises.messages.set(message, address)
      })
    },
    askForData(address: string, withinMs: number) {
      plan(address, withinMs, 'asks for the data page', () =>
        site.insist(async ({ storeDataRequest }) => {
          const isStored = await storeDataRequest({ email: address, key: address }, 'en')
          if (!isStored) throw new Error('not stored')
        }),
      )
    },
  }
}

type Forms = ReturnType<typeof createForms>

/** Ways in which people use the links in their mail. */
function createLinks(
  { time, random }: World,
  site: Site,
  { of, spellings }: Promises,
  { plan }: Diary,
  signUp: Forms['signUp'],
) {
  function leave(all: string[], what: string, ask: (server: Server) => Promise<boolean>) {
    const [address] = all as [string]
    plan(address, 10_000, what, async () => {
      for (const one of all) of(one).isLeaving = true
      const wasThere = await site.insist(ask)
      if (wasThere) for (const one of all) of(one).leftAtMs = time.nowMs()
    })
    if (random.chance(0.3)) signUp(address, 60_000)
  }

  return {
    confirm(address: string, id: string) {
      plan(address, 40_000, 'confirms', async () => {
        const standing = of(address)
        const { leftAtMs, hasObjected } = standing
        standing.confirmingAt ??= time.clock()
        // From now on it may get letters again.
        if (!hasObjected) standing.leftAtMs = undefined
        const isConfirmed = await site.insist((server) => server.confirm(id, page))
        if (isConfirmed) standing.confirmedAt ??= time.clock()
        else standing.leftAtMs = leftAtMs
      })
    },
    unsubscribe: (address: string, id: string) =>
      leave([address], 'unsubscribes', (server) => server.unsubscribe(id)),
    reportNotMe: (address: string, id: string) =>
      leave([address], 'reports a signup', (server) => server.reportNotMe(id)),
    openData(mail: OutgoingMail) {
      const address = addressOf(mail)
      const all = [address, ...spellings(address)]
      const isErasing = random.chance(0.5)
      const [, token = ''] = /\/my-data\/([\w-]+)/.exec(mail.text)!
      const what = isErasing ? 'erases everything' : 'wants no more email'
      leave(isErasing ? [address] : all, what, async (server) => {
        const { emailKey } = await readDataLink(server.db, keys, token, time.clock())
        if (emailKey === undefined) return false
        if (isErasing) of(address).isErased = true
        // The data page of any spelling shows the mailbox's objection, and erases it.
        for (const one of all) of(one).hasObjected = false
        await (isErasing ? server.erase(emailKey) : server.setNoMoreEmail(emailKey, true))
        for (const one of all) of(one).hasObjected = !isErasing
        return true
      })
    },
  }
}
