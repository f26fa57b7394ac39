import { setTimeout as sleep } from 'node:timers/promises'
import { site as content } from '#content/content.ts'
import type { Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { countRows } from '#database/read-rows.ts'
import type { Db, OutboxTable } from '#database/schema.ts'
import { unsubscribeUrl } from '#subscribers/subscription-links.ts'
import { localPath, routes } from '#routes.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { count, seconds, type Rehearsal } from './rehearsal-results.ts'
import { copyDrafts } from './copy-drafts.ts'
import { openMailCounter, type MailCounter } from './mail-counter.ts'
import { createProgress } from './progress.ts'
import { makeScratchSite } from './scratch-site.ts'
import { createVisitors, type Visitors } from './rehearsal-visitors.ts'

const letter = 'launch'
const latecomer = 'latecomer@example.com'
/** How long before the minute the latecomer signs up, and confirms. */
const signupLeadMs = 8000
const confirmLeadMs = 5000
const unsubscriptions = 20
/** If nothing arrives for this long, the rest won't come. Longer than a takeover of the lease. */
const maxSilenceMs = 90_000

interface Options {
  /** The owner's database, for letters that are written in the console. */
  own: Target | undefined
  people: number
  /** From the moment the site is up to the launch. */
  leadMs: number
  /** Whether the next server waits until the killed one's lease expires. */
  waitsForLease: boolean
  undo: (() => unknown)[]
}

export async function playLaunchDay(folder: string, target: Target, options: Options) {
  const { people, undo } = options
  const progress = createProgress(undo)
  const mail = await openMailCounter({ letter, reader: latecomer })
  undo.push(() => mail.close())
  progress.say(`Preparing a copy of the site and ${count(people)} subscribers`)
  const database = await openDatabase(target)
  undo.push(() => database.close())
  const { db } = database
  if (options.own) await copyDrafts(options.own, db)
  await addSubscribers(db, people)
  const mailPerSecond = Math.max(100, Math.round(people / 33))
  const site = await makeScratchSite(folder, { target, smtpUrl: mail.url, mailPerSecond })
  const paths = content.languages.map((language) => localPath(language, routes.home))
  const visitors = createVisitors(site.url, paths)
  undo.push(() => visitors.stop())

  // A first start, to know how long it takes on this machine today.
  const startedAt = Date.now()
  await (await site.start()).stop()
  const launchedAt = Date.now() + options.leadMs + 4 * (Date.now() - startedAt)
  site.launchAt(new Date(launchedAt))
  let server = await site.start()
  for (const path of paths) await visitors.view(path)
  await site.admin('letters', 'send', letter, '--at', 'launch', '--yes')
  progress.say(`The launch is in ${seconds(launchedAt - Date.now())}`)
  visitors.start()
  const tellsUntil = () => `${seconds(launchedAt - Date.now())} to go: `
  progress.follow(() => `${Date.now() < launchedAt ? tellsUntil() : ''}${describe(visitors, mail)}`)
  const subscribers = await db
    .selectFrom('subscribers')
    .select(['id', 'email'])
    .where('status', '=', 'confirmed')
    .execute()
  const latecomerConfirmedAt = confirmLate(visitors, mail, launchedAt)
  await watchSwitch(visitors, paths, launchedAt)

  const leaving = unsubscribeWhileSending({ db, site, visitors, mail, subscribers })
  await until(() => mail.letters.size >= people / 2, mail.lastLetterAt)
  const killed = { afterLetters: mail.letters.size, at: Date.now(), backMs: 0, sending: 0 }
  await server.stop('SIGKILL')
  killed.sending = await countLetters(db, ['sending'])
  if (!options.waitsForLease) await db.updateTable('lease').set({ holder: '' }).execute()
  server = await site.start()
  killed.backMs = Date.now() - killed.at
  await until(async () => (await countLetters(db, ['queued', 'sending'])) === 0, mail.lastLetterAt)
  await visitors.finish()
  const { unsubscribed, unsubscribedTooLate } = await leaving.finish()
  await until(
    () => [...visitors.signups.keys()].every((email) => mail.confirmations.has(email)),
    mail.lastMailAt,
  )
  progress.end()

  const confirmedAt = await latecomerConfirmedAt
  const inTime = confirmedAt < launchedAt ? [latecomer] : []
  const status = JSON.parse(
    await site.admin('letters', 'status', letter, '--json'),
  ) as Rehearsal['status']
  await server.stop()
  return {
    launchedAt,
    views: visitors.views,
    signups: visitors.signups,
    errors: visitors.errors,
    letters: mail.letters,
    confirmations: mail.confirmations,
    audience: new Set([...subscribers.map(({ email }) => email), ...inTime]),
    undecided: new Set([latecomer]),
    unsubscribed,
    unsubscribedTooLate,
    inDoubt: await findInDoubt(db),
    status,
    killed,
    latecomer: { email: latecomer, confirmedAt },
  }
}

export type PlayedRehearsal = Awaited<ReturnType<typeof playLaunchDay>>

/** Half of them in the second language, if the site has one. */
async function addSubscribers(db: Db, people: number) {
  await seedSubscribers(db, people)
  const [, second] = content.languages
  if (second === undefined) return
  // Ids are random.
  await db.updateTable('subscribers').set({ language: second }).where('id', '<', '8').execute()
}

/**
 * Signs up and confirms seconds before the minute.
 * @returns the time of the confirmation
 */
async function confirmLate(visitors: Visitors, mail: MailCounter, launchedAt: number) {
  await sleepUntil(launchedAt - signupLeadMs)
  await visitors.signUp(latecomer)
  await until(() => mail.confirmations.has(latecomer), mail.lastMailAt)
  const link = await mail.confirmLink()
  if (link === undefined) return Infinity
  await sleepUntil(launchedAt - confirmLeadMs)
  await visitors.ask(new URL(link).pathname, { method: 'POST' })
  return Date.now()
}

/** Loads the pages without pause around the minute, so that the report can say when they switched. */
async function watchSwitch({ view, views }: Visitors, paths: string[], launchedAt: number) {
  await sleepUntil(launchedAt - 1000)
  const giveUpAt = launchedAt + 30_000
  const hasSwitched = (path: string) => views.some((one) => one.path === path && one.isLaunched)
  while (!paths.every(hasSwitched) && Date.now() < giveUpAt) {
    for (const path of paths) await view(path)
    await sleep(5)
  }
}

/** Somebody who has not got the letter yet unsubscribes, again and again while it goes out. */
function unsubscribeWhileSending({
  db,
  site,
  visitors,
  mail,
  subscribers,
}: {
  db: Db
  site: { url: string; secret: string }
  visitors: Visitors
  mail: MailCounter
  subscribers: { id: string; email: string }[]
}) {
  const unsubscribed = new Set<string>()
  const unsubscribedTooLate = new Set<string>()
  const leaving: Promise<void>[] = []
  const candidates = [...subscribers]
  const every = Math.ceil(subscribers.length / unsubscriptions)
  const leave = async (id: string, email: string) => {
    const link = unsubscribeUrl(
      { publicUrl: site.url, secret: site.secret },
      { id, language: 'en' },
    )
    const body = 'List-Unsubscribe=One-Click'
    await visitors.ask(new URL(link).pathname, { method: 'POST', body })
    const row = await db
      .selectFrom('outbox')
      .select('status')
      .where('letter', '=', letter)
      .where('about_id', '=', id)
      .executeTakeFirst()
    const isWaiting = row === undefined || row.status === 'queued' || row.status === 'skipped'
    ;(isWaiting ? unsubscribed : unsubscribedTooLate).add(email)
  }
  mail.onLetter(() => {
    if (mail.letters.size % every !== 0) return
    let next = candidates.pop()
    while (next && mail.letters.has(next.email)) next = candidates.pop()
    if (next) leaving.push(leave(next.id, next.email))
  })
  const finish = async () => {
    await Promise.all(leaving)
    return { unsubscribed, unsubscribedTooLate }
  }
  return { finish }
}

async function countLetters(db: Db, states: OutboxTable['status'][]): Promise<number> {
  const mails = db.selectFrom('outbox').select('id').where('letter', '=', letter)
  return await countRows(mails.where('status', 'in', states))
}

async function findInDoubt(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outbox')
    .innerJoin('subscribers', 'subscribers.id', 'outbox.about_id')
    .select('email')
    .where('letter', '=', letter)
    .where('outbox.status', '=', 'in_doubt')
    .execute()
  return new Set(rows.map(({ email }) => email))
}

/** Waits for as long as something arrives, on however busy a machine: the report says what is missing. */
async function until(isDone: () => boolean | Promise<boolean>, lastArrivalAt: () => number) {
  const startedAt = Date.now()
  while (!(await isDone()) && Date.now() - Math.max(startedAt, lastArrivalAt()) < maxSilenceMs) {
    await sleep(50)
  }
}

async function sleepUntil(time: number) {
  await sleep(Math.max(0, time - Date.now()))
}

function describe({ views, signups }: Visitors, { letters }: MailCounter): string {
  return `${count(letters.size)} letters, ${count(views.length)} pages, ${count(signups.size)} signups`
}
