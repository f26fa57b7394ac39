import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { site } from '#content/content.ts'
import type { Target } from '#database/connect.ts'
import { UserError } from '#user-error.ts'
import { freePort } from '../../test/support/free-port.ts'
import { built, startProcess, startSite } from '../../test/support/start-site.ts'

/** Until launchAt is called. */
const farAhead = new Date('2999-01-01T00:00:00.000Z')

const sampleTool = 'https://tool.example/'

interface Options {
  target: Target
  /** Of mail-counter.ts: no mail leaves this machine. */
  smtpUrl: string
  mailPerSecond: number
}

/**
 * A copy of the built site with the owner's letters. Its settings are these and no others: startProcess passes nothing
 * of this process's environment on, and the copy has no .env.
 */
export async function makeScratchSite(folder: string, options: Options) {
  const { target, smtpUrl, mailPerSecond } = options
  for (const path of ['dist/client', 'dist/server', 'content/letters', 'package.json']) {
    cpSync(path, join(folder, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'data'))
  const port = String(await freePort())
  const env = {
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: randomBytes(32).toString('hex'),
    SMTP_URL: smtpUrl,
    MAIL_PER_SECOND: String(mailPerSecond),
    // All made-up visitors have one address.
    SUBMISSIONS_PER_MINUTE: '0',
    UNCONFIRMED_MAIL_PER_HOUR: '1000000',
    DIGEST: 'off',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const run = async (program: 'cli' | 'export', args: string[] = []) => {
    const child = startProcess([...built(program, folder), ...args], env, folder)
    child.stdin.end()
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    if ((await child.exited) !== 0) throw new UserError(`${stderr}${stdout}`.trim())
    return stdout
  }
  setLaunchDay(folder, farAhead)
  return {
    url: env.PUBLIC_URL,
    secret: env.SECRET,
    start: () => startSite(env, folder, built('server', folder)),
    admin: (...args: string[]) => run('cli', args),
    /** @returns what it prints */
    exportPages: () => run('export'),
    /** For a site that is stopped. */
    launchAt: (time: Date) => setLaunchDay(folder, time),
  }
}

function setLaunchDay(folder: string, day: Date) {
  const file = join(folder, 'dist/server/content.json')
  const content = JSON.parse(readFileSync(file, 'utf8')) as { site: typeof site }
  const { url } = content.site.launched || { url: sampleTool }
  content.site.launched = { url, at: day.toISOString() }
  writeFileSync(file, JSON.stringify(content))
}
