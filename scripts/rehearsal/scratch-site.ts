import { randomBytes } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Target } from '#database/connect.ts'
import { UserError } from '#user-error.ts'
import { freePort } from '../../test/support/free-port.ts'
import { built, startProcess, startSite } from '../../test/support/start-site.ts'

/** The build writes content/site.ts as JSON; all other code has this key without quotes. */
const launchedInBuild = /"launched": (false|\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\})/g

/** Replaced by the launch time once the site can start. */
const farAhead = '2999-01-01T00:00:00.000Z'

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
  type Program = 'cli' | 'finish-build' | 'export'
  const run = async (program: Program, args: string[] = [], cwd = folder) => {
    const child = startProcess([...built(program, folder), ...args], env, cwd)
    child.stdin.end()
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    if ((await child.exited) !== 0) throw new UserError(`${stderr}${stdout}`.trim())
    return stdout
  }
  const changed = setLaunchDay(folder)
  // Renders the pages of before and after. In the checkout, where the tests are that the questionnaire names.
  await run('finish-build', [], process.cwd())
  changed.push(join(folder, 'dist/server/site.json'))
  return {
    url: env.PUBLIC_URL,
    secret: env.SECRET,
    start: () => startSite(env, folder, built('server', folder)),
    admin: (...args: string[]) => run('cli', args),
    /** @returns what it prints */
    exportPages: () => run('export'),
    /** For a site that is stopped. */
    launchAt(time: Date) {
      for (const file of changed) {
        const code = readFileSync(file, 'utf8')
        writeFileSync(file, code.replaceAll(farAhead, time.toISOString()))
      }
    },
  }
}

/** @returns the file that was changed */
function setLaunchDay(folder: string): string[] {
  const found = globSync(join(folder, 'dist/server/**/*.js')).flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return Array.from(code.matchAll(launchedInBuild), ([, value]) => ({ file, code, value }))
  })
  if (found.length !== 1)
    throw new UserError('The build does not have `launched` of content/site.ts.')
  const { file, code, value } = found[0]!
  const { url } = (JSON.parse(value!) as { url: string } | false) || { url: sampleTool }
  const day = JSON.stringify({ url, at: farAhead })
  writeFileSync(
    file,
    code.replace(launchedInBuild, () => `"launched": ${day}`),
  )
  return [file]
}
