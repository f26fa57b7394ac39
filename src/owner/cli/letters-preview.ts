import type { Language } from '#language.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { withPictures } from '#mail/mail-pictures.ts'
import { renderLetter } from '#letters/letter-mail.tsx'
import { bytesOf, kilobytes } from '#letters/letter-pictures.ts'
import { waiting, type RenderedLetter } from '#letters/stored-letters.ts'
import { fillForPreview, findLetter, testLetter } from '../send-letter.ts'
import { writeTextFile } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { printMarkdown, type MarkdownOptions } from './letters-markdown.ts'
import { timeOf } from '../letter-sentences.ts'
import { duration, printableLines, wrap } from '../printable.ts'
import type { SendingTime } from '../sending-time.ts'

/** Everything that a letter needs to be shown, tested and sent. */
export async function letterContextOf(context: CommandContext) {
  const { db } = await context.database()
  const { config, secret, sender, clock, lettersDir } = context
  const { publicUrl, smtpUrl } = config
  const { contactTo } = ownAddresses(config)
  return { db, config, secret, sender, contactTo, publicUrl, smtpUrl, clock, lettersDir }
}

export interface ShowOptions extends MarkdownOptions {
  html?: string
  markdown?: boolean
}

export async function lettersShow(context: CommandContext, name: string, options: ShowOptions) {
  const { terminal } = context
  if (options.markdown) return await printMarkdown(context, name, options)
  const letterContext = await letterContextOf(context)
  const letter = await renderLetter(await findLetter(letterContext, name), letterContext)
  const mails = fillForPreview(context, letter, options.language)
  for (const [index, { language, subject, text, html, pictures }] of mails.entries()) {
    if (options.html === undefined) {
      const gap = index === 0 ? '' : '\n'
      await terminal.write(printableLines(`${gap}Subject: ${subject}\n\n${text}`))
    } else {
      // launch.html, launch.it.html.
      const file = index === 0 ? options.html : options.html.replace(/(?=\.\w+$)|$/, `.${language}`)
      writeTextFile(file, withPictures(html, pictures))
      await terminal.print(`Wrote ${file}.`)
    }
  }
}

export interface TestOptions {
  to: string
  language?: Language
}

export async function lettersTest(context: CommandContext, name: string, options: TestOptions) {
  await context.terminal.print(await testLetter(await letterContextOf(context), name, options))
}

/** Before the question whether to send it. */
export async function printPreview(
  context: CommandContext,
  letter: RenderedLetter,
  audience: number,
  at: SendingTime | undefined,
) {
  const { config, terminal, clock } = context
  const bar = terminal.drawsBlocks ? '│' : '|'
  await terminal.print(
    `Audience  ${audience}${at ? ' so far' : ''}`,
    `From      ${letter.sender}`,
    ...(at ? [`At        ${timeOf(waiting(at.dueAt, clock()))}`] : []),
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
  )
  for (const { subject, text, pictures = [] } of fillForPreview(context, letter)) {
    const lines = wrap(printableLines(text).trimEnd(), terminal.columns - bar.length - 1)
    const quoted = lines.map((line) => `${bar} ${line}`.trimEnd())
    const sizes = pictures.map((picture) => `${picture.file} ${kilobytes(bytesOf(picture))}`)
    const attached = sizes.length > 0 ? [`Pictures  ${sizes.join(', ')}`] : []
    await terminal.print('', `Subject   ${subject}`, ...attached, '', ...quoted)
  }
  await terminal.print('')
}
