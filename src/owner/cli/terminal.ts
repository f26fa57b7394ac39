import { fstatSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { UserError } from '#user-error.ts'
import { printableJson } from '../printable.ts'
import { fitTo } from './table.ts'

export type Terminal = ReturnType<typeof createTerminal>

export function createTerminal({ COLUMNS, TERM, LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv) {
  const { stdin, stdout, stderr } = process
  let isDrawn = false
  const clearLine = () => {
    if (isDrawn) stderr.write('\r\x1b[K')
    isDrawn = false
  }
  return {
    /** Characters per line; Infinity if the output goes to a file or a pipe. */
    get columns() {
      return (stdout.isTTY && stdout.columns) || Math.max(0, Number(COLUMNS)) || Infinity
    },
    /** Whether the last line can be redrawn. */
    redraws: stderr.isTTY && TERM !== 'dumb',
    /** The next output replaces this line. */
    redraw(line: string) {
      clearLine()
      isDrawn = true
      stderr.write(fitTo(line, (stderr.columns || 80) - 1).trimEnd())
    },
    clearLine,
    /** Whether the terminal probably shows block characters. */
    drawsBlocks: TERM !== 'dumb' && /utf-?8|^$/i.test(LC_ALL || LC_CTYPE || LANG || ''),
    /** Writes the command's output, and waits for a slow reader. */
    async write(output: string | Uint8Array) {
      if (stdout.isTTY) clearLine()
      if (fstatSync(1).isFile()) return writeWhole(output)
      // The callback runs even if the reader is gone.
      await new Promise((written) => void stdout.write(output, written))
    },
    readInput: () => text(stdin),
    /** One line, which a terminal doesn't show. */
    async readSecret(prompt: string) {
      if (!stdin.isTTY) return (await text(stdin)).trim()
      stderr.write(prompt)
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      using reader = createInterface({ input: stdin, output: nowhere, terminal: true })
      for await (const line of reader) {
        stderr.write('\n')
        return line.trim()
      }
      throw new UserError('Nothing was changed.')
    },
    /** False once the reader has closed the pipe (`| head`). */
    get hasReader() {
      return stdout.writable
    },
    async print(...lines: string[]) {
      await this.write(`${lines.join('\n')}\n`)
    },
    async printJson(value: unknown) {
      await this.write(`${printableJson(value, 2)}\n`)
    },
    /** Goes to standard error, so never into a redirected file. */
    note(line: string) {
      clearLine()
      stderr.write(`${line}\n`)
    },
    // styleText itself honours NO_COLOR, TERM=dumb and a redirected stream.
    paint: (style: Parameters<typeof styleText>[0], plain: string) =>
      styleText(style, plain, { stream: stdout, validateStream: true }),
    /** @throws UserError if the answer is no, or if there is no terminal to ask on */
    async confirm(question: string, yes: boolean | undefined) {
      if (yes) return
      const hint = 'There is no terminal to ask on. Run it again with --yes to go ahead.'
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
  // Ctrl-C and Ctrl-D end the loop without an answer: that is a no.
  output.write('\n')
  return false
}

/** On a full disk, the stream to a file would report a partial write as complete. */
function writeWhole(output: string | Uint8Array) {
  try {
    writeFileSync(1, output)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

const redrawMs = 200
const lineMs = 10_000

/** Shows the progress of long work: a bar on a terminal, otherwise a line every few seconds. Short work prints nothing. */
export function createProgress(terminal: Terminal) {
  let shownAt = performance.now()
  return (done: number, total: number) => {
    if (performance.now() - shownAt < (terminal.redraws ? redrawMs : lineMs)) return
    shownAt = performance.now()
    if (!terminal.redraws) return terminal.note(`${done} of ${total} rows`)
    terminal.redraw(`${bar(done / total, terminal.drawsBlocks)} of ${total} rows`)
  }
}

export function bar(fraction: number, drawsBlocks: boolean): string {
  const width = 20
  const full = Math.floor(fraction * width)
  const [done, open] = drawsBlocks ? ['█', '░'] : ['#', '.']
  return `${done.repeat(full)}${open.repeat(width - full)} ${Math.floor(fraction * 100)}%`
}
