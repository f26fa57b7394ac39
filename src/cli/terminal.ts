import { fstatSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import { UserError } from '#user-error.ts'
import { fitTo } from './printable.ts'

export type Terminal = ReturnType<typeof createTerminal>

export function createTerminal({ COLUMNS, TERM, LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv) {
  const { stdin, stdout, stderr } = process
  let isDrawn = false
  const clearLine = () => {
    if (isDrawn) stderr.write('\r\x1b[K')
    isDrawn = false
  }
  return {
    /** Characters in a line; Infinity where the output goes to a file or a pipe. */
    get columns() {
      return (stdout.isTTY && stdout.columns) || Math.max(0, Number(COLUMNS)) || Infinity
    },
    /** Whether the last line can be drawn again and again. */
    redraws: stderr.isTTY && TERM !== 'dumb',
    /** What is printed next takes its place. */
    redraw(text: string) {
      clearLine()
      isDrawn = true
      stderr.write(fitTo(text, (stderr.columns || 80) - 1).trimEnd())
    },
    clearLine,
    /** Block characters and bars, where they can be expected to show. */
    drawsBlocks: TERM !== 'dumb' && /utf-?8|^$/i.test(LC_ALL || LC_CTYPE || LANG || ''),
    /** Writes the command's own output and waits while the reader is slow. */
    async write(text: string) {
      if (stdout.isTTY) clearLine()
      if (fstatSync(1).isFile()) return writeWhole(text)
      // Also when nobody reads any more this is told.
      await new Promise((written) => void stdout.write(text, written))
    },
    /** Whether anybody is still there for more of it. */
    get isRead() {
      return stdout.writable
    },
    async print(...lines: string[]) {
      await this.write(`${lines.join('\n')}\n`)
    },
    async printJson(value: unknown) {
      await this.write(`${JSON.stringify(value, null, 2)}\n`)
    },
    /** A remark beside the output: it never ends up in a redirected file. */
    note(text: string) {
      clearLine()
      stderr.write(`${text}\n`)
    },
    // styleText itself honours NO_COLOR, TERM=dumb and a stream that is no terminal.
    paint: (style: Parameters<typeof styleText>[0], text: string) =>
      styleText(style, text, { stream: stdout, validateStream: true }),
    /** @throws UserError when the answer is no, or when nobody is there to give one */
    async confirm(question: string, yes: boolean | undefined) {
      if (yes) return
      const hint = 'Nobody is at the terminal to answer. Run it again with --yes to go ahead.'
      if (!stdin.isTTY) throw new UserError(`${question}\n${hint}`)
      if (!(await saysYes(question))) throw new UserError('Nothing was done.')
    },
  }
}

async function saysYes(question: string): Promise<boolean> {
  const { stdin: input, stderr: output } = process
  using reader = createInterface({ input, output, prompt: `${question} [y/N] ` })
  reader.prompt()
  for await (const answer of reader) return /^(?:y|yes|s|si|sì)$/i.test(answer.trim())
  // Ctrl-C and Ctrl-D are a no, too: they end it without an answer.
  output.write('\n')
  return false
}

/** The stream to a file takes a part, where the disk is full, for the whole. */
function writeWhole(text: string) {
  try {
    writeFileSync(1, text)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}
