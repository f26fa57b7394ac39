import { built, startProcess } from './start-site.ts'

export type RunningConsole = Awaited<ReturnType<typeof startBuiltConsole>>

/** The built console as a process of its own. The link works once. */
export async function startBuiltConsole(env: Record<string, string>, args: string[] = []) {
  const child = startProcess([...built('cli'), 'console', ...args], env)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const link = await new Promise<string>((found, reject) => {
    child.stdout.on('data', () => {
      const address = /^ +(http:\S+)$[^]*?Ctrl-C/m.exec(output)?.[1]
      if (address) found(address)
    })
    child.on('exit', () => reject(new Error(`The console did not start:\n${output}`)))
  })
  return {
    link,
    process: child,
    output: () => output,
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      child.kill(signal)
      return await child.exited
    },
  }
}
