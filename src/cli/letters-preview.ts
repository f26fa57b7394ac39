import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { languagesOf, letterFile, type OwnLetter } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import type { RenderedLetter } from '#newsletter/letter-sending.ts'
import { sendTestLetter } from '#newsletter/send-test-letter.ts'
import { UserError, writeTextFile } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { duration, printable, printableLines } from './printable.ts'

export function findLetter({ letters }: CommandContext, name: string): OwnLetter {
  const letter = letters.get(name)
  if (letter) return letter
  const known = letters.size === 0 ? 'none' : [...letters.keys()].join(', ')
  throw new UserError(`There is no content/letters/${printable(name)}.md. Letters found: ${known}.`)
}

export function renderOwn({ config, sender }: CommandContext, letter: OwnLetter): RenderedLetter {
  return renderLetter(letter, { publicUrl: config.publicUrl, sender })
}

/** As subscribers get it, in each of its languages or in one, with an unsubscribe link that belongs to nobody. */
function fillForPreview(
  { secret, clock }: CommandContext,
  letter: RenderedLetter,
  only?: Language,
) {
  if (only && !letter.texts[only]) {
    throw new UserError(`There is no ${letterFile(letter.name, only)}.`)
  }
  return (only ? [only] : languagesOf(letter.texts)).map((language) => ({
    language,
    ...fillLetter(letter, secret, { id: crypto.randomUUID(), confirmedAt: clock(), language }),
  }))
}

export interface ShowOptions {
  html?: string
  language?: Language
}

export async function lettersShow(context: CommandContext, name: string, options: ShowOptions) {
  const { terminal } = context
  const mails = fillForPreview(
    context,
    renderOwn(context, findLetter(context, name)),
    options.language,
  )
  for (const [index, { language, subject, text, html }] of mails.entries()) {
    if (options.html === undefined) {
      const gap = index === 0 ? '' : '\n'
      await terminal.write(printableLines(`${gap}Subject: ${subject}\n\n${text}`))
    } else {
      // launch.html, launch.it.html.
      const file = index === 0 ? options.html : options.html.replace(/(?=\.\w+$)|$/, `.${language}`)
      writeTextFile(file, html)
      await terminal.print(`Wrote ${file}.`)
    }
  }
}

export interface TestOptions {
  to: string
  language?: Language
}

export async function lettersTest(
  context: CommandContext,
  name: string,
  { to, language }: TestOptions,
) {
  const mails = fillForPreview(context, renderOwn(context, findLetter(context, name)), language)
  const { config, sender, clock } = context
  for (const mail of mails) {
    await sendTestLetter(mail, { smtpUrl: config.smtpUrl, sender, clock }, to)
  }
  await context.terminal.print(`Sent to ${to}, and to nobody else.`)
}

/** Before the question whether to send it. */
export async function printPreview(
  context: CommandContext,
  letter: RenderedLetter,
  audience: number,
  dueAt: Date,
) {
  const { config, terminal } = context
  const bar = terminal.drawsBlocks ? '│' : '|'
  await terminal.print(
    `Audience  ${audience}`,
    `From      ${letter.sender}`,
    ...(dueAt > context.clock() ? [`At        ${dueAt.toISOString()}`] : []),
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
  )
  for (const { subject, text } of fillForPreview(context, letter)) {
    const lines = printableLines(text).trimEnd().split('\n')
    const quoted = lines.map((line) => `${bar} ${line}`.trimEnd())
    await terminal.print('', `Subject   ${subject}`, '', ...quoted)
  }
  await terminal.print('')
  if (letter.name === 'launch' && site.launched === false) {
    terminal.note(
      'Don\'t forget: `launched` in content/site.ts is still false, so the site says "coming soon".',
    )
  }
}
