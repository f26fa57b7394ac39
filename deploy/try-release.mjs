// Starts a release on a copy of a backup, and asks it for its health and for every page. operate.mjs runs it in a copy of
// the release's own site.service: without a network, so that it sends no mail and answers no visitor.
//   try-release.mjs BACKUP SECRET-FILE SERVER-COMMAND…
import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const [backup, secret, ...command] = process.argv.slice(2)
const { DATA_DIR, PORT } = process.env
mkdirSync(DATA_DIR, { mode: 0o700 })
// Not copyFileSync: it calls fchown, which the unit forbids.
execFileSync('cp', [backup, `${DATA_DIR}/site.db`])
if (existsSync(secret)) execFileSync('cp', [secret, DATA_DIR])

const before = await findings()
// operate.mjs asks the owner about these: the way back from them is a restore.
const breaking = messageOf(before, 'Database').match(/[\w-]*-breaking-[\w-]*/g)
if (breaking) console.log(`Breaking migration: ${breaking.join(', ')}`)

const server = spawn(command[0], command.slice(1), { stdio: 'inherit' })
server.on('exit', (code, signal) => fail(`the server ended with ${signal ?? `exit code ${code}`}`))
// A migration of a large database takes its time; systemd ends the trial after ten minutes.
while (
  !(await get('/healthz').then(
    ({ ok }) => ok,
    () => false,
  ))
)
  await sleep(200)
const sitemap = await (await get('/sitemap.xml')).text()
const pages = Array.from(sitemap.matchAll(/<loc>([^<]*)/g), ([, url]) => new URL(url).pathname)
if (pages.length === 0) fail('/sitemap.xml lists no page')
for (const page of pages) {
  const { status } = await get(page)
  if (status !== 200) fail(`${page} answers ${status}`)
}
for (const { level, subject, message } of await findings()) {
  // The rest of doctor is about settings and other machines.
  if (level === 'failure' && ['Database', 'Letters'].includes(subject))
    fail(`${subject} ${message}`)
}
server.removeAllListeners('exit').kill()
console.log(`It started, and ${pages.length} pages answer.`)

function get(path) {
  return fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(10_000) })
}

/** @returns the findings of `doctor`, which exits with 1 if one is a failure */
function findings() {
  const args = ['dist/server/cli.js', 'doctor', '--json']
  return new Promise((resolve) => {
    execFile(process.execPath, args, (_, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout))
      } catch {
        fail(`doctor says ${stderr.trim()}`)
      }
    })
  })
}

function messageOf(all, wanted) {
  return all.find(({ subject }) => subject === wanted)?.message ?? ''
}

function fail(reason) {
  console.error(`Failed: ${reason}`)
  process.exit(1)
}
