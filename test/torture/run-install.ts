import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cases, domain, type Case } from './install-cases.ts'
import type { Visits } from './machine-visitors.ts'
import { missing, startMachine, type Machine } from './machine.ts'
import { makeReleases } from './make-releases.ts'

// The run of `npm run tools -- torture` that installs, upgrades and restores this checkout on a Debian of its own, while
// visitors read and submit. Each must be answered, and what was acknowledged must be there afterwards.

/** An interrupted command must not leave these behind: copies of the data above all. */
const leftovers =
  '/opt/site/unfinished /run/site-hold /var/lib/*-restoring /var/tmp/*site-trial* /tmp/proof-* /var/tmp/proof-* /var/tmp/restore-*'

let machine: Machine
let commits: Record<string, string>
const acknowledged: string[] = []

if (missing) {
  test.skip(`install on a Debian of its own (needs ${missing})`)
} else {
  describe('install on a Debian of its own', () => {
    beforeAll(async () => {
      machine = await startMachine()
      commits = makeReleases(machine.path('/srv/site.git'))
    }, 900_000)
    afterAll(async () => await machine.stop())
    test.for(cases)('$name', runCase)
  })
}

async function runCase(one: Case) {
  if (one.before) await machine.run(one.before)
  const endVisits = one.isQuiet ? undefined : startVisitors(cases.indexOf(one))
  const { code, output, seconds } = await runAndCut(one)
  const visits = await endVisits?.()
  const release = (await machine.run('readlink -f /opt/site/current')).output.trim()
  if (one.after) await machine.run(one.after)
  const healthySeconds = await untilHealthy()
  acknowledged.push(...(visits?.acknowledged ?? []))
  const found = await findSubmitted()
  const figures = {
    code: one.cut ? 0 : code,
    // Without power there are no answers.
    refused: (!one.cut && visits?.refused) || {},
    lost: acknowledged.filter((email) => !found.has(email)).length,
    left: (await machine.run(`ls -d ${leftovers} 2>/dev/null`)).output,
    runs: Object.keys(commits).find((tag) => release.endsWith(commits[tag]!)),
  }
  const { pages = 0, submissions = 0, slowestMs = 0 } = visits ?? {}
  const line = { seconds, healthySeconds, pages, submissions, slowestMs, ...figures }
  // oxlint-disable-next-line no-console -- The result of the run.
  console.log(`${one.name}: ${JSON.stringify(line)}\n  ${output.trim().split('\n').at(-1)}`)
  expect(output).toMatch(one.says)
  expect(figures).toEqual({ code: one.code ?? 0, refused: {}, lost: 0, left: '', runs: one.runs })
}

async function runAndCut({ command, cut }: Case) {
  let cutting: Promise<unknown> | undefined
  const done = await machine.run(`(${command}) </dev/null`, (line) => {
    if (cut?.[0].test(line)) cutting ??= sleep(cut[1]).then(() => machine.cutPower())
  })
  await cutting
  if (cutting) await machine.boot()
  return done
}

function startVisitors(index: number): () => Promise<Visits> {
  const program = [process.execPath, 'test/torture/machine-visitors.ts', domain, `v${index}`]
  const [command = '', ...args] = [...machine.inItsNetwork, ...program]
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  return async () => {
    child.stdin.end()
    return JSON.parse(await text(child.stdout)) as Visits
  }
}

async function untilHealthy(): Promise<number> {
  const asking = `curl -fsSk -m 5 https://${domain}/healthz`
  const script = `for i in $(seq 120); do ${asking} && exit; sleep 0.5; done; exit 1`
  const { code, output, seconds } = await machine.run(script)
  expect({ code, output }).toMatchObject({ code: 0 })
  return seconds
}

/** Everything that somebody submitted, once it is processed. */
async function findSubmitted(): Promise<Set<string>> {
  const lists = ['subscribers', 'messages'].map((what) => `site-admin ${what} list --json`)
  for (let attempt = 0; ; attempt += 1) {
    const { output } = await machine.run(lists.join(';'))
    const emails = output.matchAll(/"email": ?"([^"]+)"/g)
    const found = new Set(Array.from(emails, ([, email]) => email!))
    if (attempt === 30 || acknowledged.every((email) => found.has(email))) return found
    await sleep(1000)
  }
}
