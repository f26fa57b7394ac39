import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { connect } from '#database/connect.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { median } from '../support/percentile.ts'
import { newAdminEnv } from '../support/admin.ts'
import type { DialectName } from '../support/databases.ts'
import { startTestSite } from '../support/test-site.ts'
import { attack } from './attackers.ts'
import { ask, lossesOf, startVisitors } from './visitors.ts'

/** Submissions, mail, pages and misbehaving clients at the same time. */
export async function run({ dialect, seconds }: { dialect: DialectName; seconds: number }) {
  const sink = await startSmtpSink()
  onTestFinished(() => void sink.process.kill())
  const { target, env } = await newAdminEnv(dialect, {
    SMTP_URL: sink.url,
    MAIL_PER_SECOND: '1000',
    LOG_LEVEL: 'silent',
  })
  const site = await startTestSite(env)
  const { pid } = site.process
  const openFiles = () => readdirSync(`/proc/${pid}/fd`).length
  const before = openFiles()
  const visitors = startVisitors(site.url, 8)
  const crowd = { slow: 50, endless: 5, neverReading: 10, garbage: 10 }
  const stopAttack = await attack({ port: Number(new URL(site.url).port), ...crowd })
  onTestFinished(stopAttack)
  const samples: { megabytes: number; files: number }[] = []
  let notServed = 0
  for (let sample = 0; sample < 60; sample += 1) {
    await sleep((seconds * 1000) / 60)
    if ((await ask(`${site.url}/about`)).status !== 200) notServed += 1
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024
    samples.push({ megabytes, files: openFiles() })
  }
  stopAttack()
  await visitors.stop()
  // Pooled SMTP connections may stay open.
  await visitors.until(() => openFiles() <= before + 10)
  await site.stop()
  const database = connect(target)
  onTestFinished(() => database.close())
  const grown = (what: 'megabytes' | 'files') => {
    const values = samples.map((sample) => sample[what])
    return Number((median(values.slice(40)) / median(values.slice(20, 40))).toFixed(2))
  }
  return {
    run: 'soak',
    database: dialect,
    seconds,
    notServed,
    megabytes: Math.round(median(samples.slice(40).map(({ megabytes }) => megabytes))),
    memoryGrowth: grown('megabytes'),
    descriptorGrowth: grown('files'),
    ...(await lossesOf(database, visitors.accepted)),
  }
}
