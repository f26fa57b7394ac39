import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  cpSync,
  existsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#database/connect.ts'
import { copyFile } from '#letters/create-draft.ts'
import { readDraft } from '#letters/letter-drafts.ts'
import { copyDrafts } from '../../tools/rehearsal/copy-drafts.ts'
import {
  rehearsalResults,
  type Rehearsal,
  type View,
} from '../../tools/rehearsal/rehearsal-results.ts'
import { newTarget, openTestDatabase } from '../support/databases.ts'
import { startProcess } from '../support/start-site.ts'

// It builds pages, starts servers three times and sends mail: on a busy machine that takes minutes.
const slow = { timeout: 900_000 }

/** Starts a small rehearsal in a checkout with a .env that no site starts with. */
function startRehearsal(env: Record<string, string> = {}) {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'))
  for (const name of ['dist', 'content', 'src', 'test', 'node_modules'])
    symlinkSync(resolve(name), join(checkout, name))
  cpSync('package.json', join(checkout, 'package.json'))
  writeFileSync(join(checkout, '.env'), 'MAIL_FROM=none\n')
  const scratch = join(checkout, 'scratch')
  mkdirSync(scratch)
  const script = resolve('tools/rehearsal/rehearse.ts')
  const command = [process.execPath, script, '--small']
  const child = startProcess(command, { TMPDIR: scratch, ...env }, checkout)
  onTestFinished(() => void child.kill('SIGTERM'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  return { checkout, scratch, child, output: () => output }
}

test(
  'a small rehearsal succeeds and touches no data folder, database or mail server of the site',
  slow,
  async () => {
    let connections = 0
    const mailServer = createServer(() => (connections += 1)).listen(0, '127.0.0.1')
    await once(mailServer, 'listening')
    onTestFinished(() => void mailServer.close())
    const { port } = mailServer.address() as AddressInfo
    const real = join(mkdtempSync(join(tmpdir(), 'real-')), 'data')
    const { child, output, checkout, scratch } = startRehearsal({
      BOUNCE_TO: 'none',
      DATA_DIR: real,
      DATABASE_URL: `sqlite:${join(real, 'site.db')}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    })
    const code = await child.exited
    expect(output()).toMatch(/^ +twice +0$/m)
    expect(output()).toMatch(/^ +missed +0$/m)
    expect(output()).toMatch(/^ +after unsubscribing +0 /m)
    expect(output()).toContain('Everything went well.')
    expect(code).toBe(0)
    expect(connections).toBe(0)
    expect(existsSync(real)).toBe(false)
    expect(existsSync(join(checkout, 'data'))).toBe(false)
    expect(readdirSync(scratch)).toEqual([])
  },
)

test('a rehearsal that is interrupted leaves no process and no folder behind', slow, async () => {
  const { child, output, scratch } = startRehearsal()
  const hasBegun = () => output().includes('The launch is in')
  await Promise.race([vi.waitUntil(hasBegun, slow), child.exited])
  expect(output()).toContain('The launch is in')
  expect(processesIn(scratch)).toBe(1)
  child.kill('SIGINT')
  expect(await child.exited).toBe(1)
  expect(processesIn(scratch)).toBe(0)
  expect(readdirSync(scratch)).toEqual([])
})

test('a rehearsal plays the letters that are written in the console', async () => {
  const [own, scratch] = [await openTestDatabase('sqlite'), await openTestDatabase('postgres')]
  const places = { db: own.db, lettersDir: 'content/letters' }
  await copyFile(places, 'launch', new Date())
  await copyDrafts(own.target, scratch.db)
  expect(await readDraft(scratch.db, 'launch')).toEqual(await readDraft(own.db, 'launch'))
  await copyDrafts({ kind: 'sqlite', file: '/none/site.db' }, scratch.db)
  const old = await newTarget('sqlite')
  await connect(old).close()
  await copyDrafts(old, scratch.db)
})

/** Processes whose working folder is below this one. */
function processesIn(folder: string): number {
  const folders = globSync('/proc/[0-9]*/cwd').map((link) => {
    try {
      return readlinkSync(link)
    } catch {
      // It has ended, or belongs to another user.
      return ''
    }
  })
  return folders.filter((path) => path.startsWith(`${folder}/`)).length
}

describe('the report', () => {
  const launchedAt = Date.parse('2027-01-15T08:00:00.000Z')
  const old: View = {
    path: '/',
    startedAt: launchedAt - 10,
    askedAt: launchedAt - 10,
    shownAt: launchedAt + 5000,
    isLaunched: false,
  }
  const launched = { ...old, askedAt: launchedAt + 1, isLaunched: true }
  const zeroes = { queued: 0, sending: 0, failed: 0, in_doubt: 0, skipped: 0 }

  /** Ada and Grace got the letter and Alan unsubscribed before it was sent to him. */
  const wellDone: Rehearsal = {
    launchedAt,
    views: [old, launched],
    letters: new Map([
      ['ada@example.com', [launchedAt + 100]],
      ['grace@example.com', [launchedAt + 200]],
    ]),
    audience: new Set(['ada@example.com', 'grace@example.com', 'alan@example.com']),
    undecided: new Set(),
    unsubscribed: new Set(['alan@example.com']),
    unsubscribedTooLate: new Set(),
    inDoubt: new Set(),
    killed: { sending: 1 },
    status: { ...zeroes, audience: 3, sent: 2, skipped: 1 },
    signups: new Map([['visitor@example.com', launchedAt]]),
    confirmations: new Map([['visitor@example.com', launchedAt + 50]]),
    errors: [],
  }

  const faultsOf = (changes: Partial<Rehearsal>) =>
    rehearsalResults({ ...wellDone, ...changes }).faults

  test('has no fault if everyone got the letter once, even if a page of before the minute took long', () => {
    expect(faultsOf({})).toEqual([])
  })

  test('names a page that was old a second after the minute, switched early or never', () => {
    const stillOld = { ...old, askedAt: launchedAt + 1500 }
    expect(faultsOf({ views: [old, stillOld, launched] })).toEqual([
      '/ was still the old page 1.5 s after the minute.',
    ])
    const early = { ...launched, shownAt: launchedAt - 2000 }
    expect(faultsOf({ views: [old, early] })).toEqual(['/ switched 2.0 s before the minute.'])
    expect(faultsOf({ views: [old] })).toEqual(['/ never switched to the launched page.'])
  })

  test('names letters that came early, twice, not at all, after unsubscribing or without a confirmation', () => {
    const withLetters = (email: string, times: number[]) => ({
      letters: new Map([...wellDone.letters, [email, times.map((ms) => launchedAt + ms)]]),
    })
    expect(faultsOf(withLetters('ada@example.com', [-300]))).toEqual([
      'The first letter went out 300 ms before the minute.',
    ])
    expect(faultsOf(withLetters('ada@example.com', [100, 900]))).toEqual([
      '1 person got the letter twice, for example ada@example.com.',
    ])
    expect(faultsOf({ letters: new Map([['ada@example.com', [launchedAt]]]) })).toEqual([
      '1 person confirmed in time and did not get the letter, for example grace@example.com.',
    ])
    expect(faultsOf(withLetters('alan@example.com', [900]))).toEqual([
      '1 person got the letter after they had unsubscribed, for example alan@example.com.',
    ])
    expect(faultsOf(withLetters('visitor@example.com', [900]))).toEqual([
      '1 person got the letter without having confirmed, for example visitor@example.com.',
    ])
  })

  test('does not count people as missed whose letter is in doubt or who unsubscribed as it was sent', () => {
    const letters = new Map<string, number[]>()
    const inDoubt = new Set(['ada@example.com'])
    const unsubscribedTooLate = new Set(['grace@example.com'])
    expect(faultsOf({ letters, inDoubt, unsubscribedTooLate })).toEqual([])
  })

  test('names letters in doubt that were not being sent at the kill', () => {
    const status = { ...wellDone.status, sent: 0, in_doubt: 2 }
    expect(faultsOf({ status })).toEqual([
      '2 letters ended in doubt, but 1 were being sent at the kill.',
    ])
  })

  test('names failed and unfinished letters, a wrong sum, errors and signups without a confirmation email', () => {
    const status = { ...wellDone.status, sent: 0, failed: 1, queued: 2 }
    expect(faultsOf({ status, confirmations: new Map(), errors: ['GET / 500'] })).toEqual([
      '1 person signed up and got no confirmation email, for example visitor@example.com.',
      '1 letter failed.',
      'At the end 2 letters had not been sent.',
      '`letters status` says 3 people, but its states sum to 4.',
      'Visitors got 1 error, for example GET / 500.',
    ])
  })
})
