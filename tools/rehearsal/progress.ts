import { createTerminal } from '#owner/cli/terminal.ts'

/** A line that is redrawn every second on a terminal; elsewhere a line every ten seconds. */
export function createProgress(undo: (() => unknown)[]) {
  const terminal = createTerminal(process.env)
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearInterval(timer)
    terminal.clearLine()
  }
  undo.push(end)
  return {
    say: (line: string) => terminal.note(line),
    follow(describe: () => string) {
      if (terminal.redraws) timer = setInterval(() => terminal.redraw(describe()), 1000)
      else timer = setInterval(() => terminal.note(describe()), 10_000)
    },
    end,
  }
}
