import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { Failure } from './failure.ts'

export type Style = Parameters<typeof styleText>[0]

export interface Terminal {
  /** Characters in a line; Infinity where the output goes to a file or a pipe. */
  readonly columns: number
  /** Whether the last line can be drawn again and again. */
  readonly redraws: boolean
  /** Block characters and bars, where they can be expected to show. */
  readonly drawsBlocks: boolean
  /** Writes the command's own output and waits while the reader is slow. */
  write(text: string): Promise<void>
  /** A remark beside the output: it never ends up in a redirected file. */
  note(text: string): void
  paint(style: Style, text: string): string
  /** @throws Failure when the answer is no, or when nobody is there to give one */
  confirm(question: string, yes: boolean | undefined): Promise<void>
}

export function createTerminal(env: Record<string, string | undefined>): Terminal {
  const { stdin, stdout, stderr } = process
  return {
    get columns() {
      const given = Number(env['COLUMNS'])
      if (stdout.isTTY && stdout.columns > 0) return stdout.columns
      return Number.isInteger(given) && given > 0 ? given : Infinity
    },
    redraws: stderr.isTTY && env['TERM'] !== 'dumb',
    drawsBlocks: env['TERM'] !== 'dumb' && /utf-?8|^$/i.test(locale(env)),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    note: (text) => void stderr.write(`${text}\n`),
    // styleText itself honours NO_COLOR, TERM=dumb and a stream that is no terminal.
    paint: (style, text) => styleText(style, text, { stream: stdout, validateStream: true }),
    async confirm(question, yes) {
      if (yes) return
      if (!stdin.isTTY) {
        throw new Failure(
          `${question}\nNobody is at the terminal to answer. Run it again with --yes to go ahead.`,
        )
      }
      const reader = createInterface({ input: stdin, output: stderr })
      // Ctrl-C and Ctrl-D are a no, too; the one rejects, the other closes without an answer.
      const asked = reader.question(`${question} [y/N] `).catch(() => '')
      const answer = await Promise.race([asked, once(reader, 'close').then(() => '')])
      reader.close()
      if (answer === '') stderr.write('\n')
      if (!/^(?:y|yes|s|si|sì)$/i.test(answer.trim())) throw new Failure('Nothing was done.')
    },
  }
}

function locale(env: Record<string, string | undefined>): string {
  return env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || ''
}
