import { englishNames, type Language } from '#language.ts'
import { maxLetterBytes } from '#letters/letter-file.ts'
import { kilobytes } from '#letters/letter-pictures.ts'
import { UserError } from '#user-error.ts'

/** Whether mail programs would cut it off. The HTML of a text may be several times as long. */
export function isCutOff({ html }: { html: string }): boolean {
  return Buffer.byteLength(html) > maxLetterBytes
}

/** @throws UserError if one of them would be cut off */
export function assertUncut(mails: { language: Language; html: string }[]) {
  const cut = mails.find(isCutOff)
  if (!cut) return
  const size = kilobytes(Buffer.byteLength(cut.html))
  throw new UserError(
    `The ${englishNames[cut.language]} email has ${size}, over ${kilobytes(maxLetterBytes)}: mail programs would cut it off. Make it shorter.`,
  )
}
