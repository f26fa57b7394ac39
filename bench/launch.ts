import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { seedSubscribers } from '../test/support/subscribers.ts'
import { peakMegabytesOf } from './support/peak-memory.ts'
import { startSmtpSink } from './support/smtp-sink.ts'

const [, , mode = 'compare', ...args] = process.argv
if (mode === 'plain') await sendPlainly(args[0]!, Number(args[1]), args[2]!)
else await compare(Number(args[0] ?? 100_000))

/** A launch by the built command between two rounds of plain nodemailer: one server, one letter. */
async function compare(recipients: number) {
  const { url, process: server } = await startSmtpSink()
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
  await migrate(database)
  await seedSubscribers(database.db, recipients)
  await database.close()
  writeFileSync(
    join(dir, 'letter.md'),
    `# We are live\n\n${'A letter of a usual length. '.repeat(100)}`,
  )
  const env = { DATA_DIR: dir, SMTP_URL: url, MAIL_PER_SECOND: '10000' }
  const send = ['launch', 'send', '--subject', 'We are live', '--body', join(dir, 'letter.md')]
  const admin = [
    '--max-semi-space-size=8',
    '--max-old-space-size=320',
    'dist/server/cli.js',
    ...send,
  ]
  await measure('', 0, [...admin, '--dry-run'], env)
  const some = Math.ceil(recipients / 5)
  const plainly = [
    import.meta.filename,
    'plain',
    url,
    String(some),
    join(dir, 'launch-preview.html'),
  ]
  const before = await measure('plain nodemailer', some, plainly, {})
  const launched = await measure(
    'launch',
    recipients,
    [...admin, '--yes', '--allow-sample-content'],
    env,
  )
  const after = await measure('plain nodemailer', some, plainly, {})
  console.log(`launch / plain: ${(launched / ((before + after) / 2)).toFixed(2)}`)
  server.kill()
  rmSync(dir, { recursive: true })
}

/** @returns mails a second, the start of the process included */
async function measure(
  title: string,
  mails: number,
  command: string[],
  env: Record<string, string>,
): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  let peak = 0
  const watching = setInterval(() => (peak = peakMegabytesOf(child.pid!, peak)), 100)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(watching)
  if (code !== 0) throw new Error(complaints)
  const perSecond = mails / ((performance.now() - startedAt) / 1000)
  if (title)
    console.log(`${title}: ${mails} mails, ${perSecond.toFixed(0)}/s, peak ${peak.toFixed(0)} MB`)
  return perSecond
}

/** Five pooled connections, kept busy. */
async function sendPlainly(url: string, mails: number, file: string) {
  const html = readFileSync(file, 'utf8')
  const text = 'A letter of a usual length. '.repeat(100)
  const pool = createTransport({ url, pool: true, maxConnections: 5 })
  let next = 0
  const sendNext = async () => {
    while (next < mails) {
      const to = `person${next++}@example.com`
      await pool.sendMail({ from: 'us@example.com', to, subject: 'We are live', html, text })
    }
  }
  await Promise.all(Array.from({ length: 10 }, sendNext))
  pool.close()
}
