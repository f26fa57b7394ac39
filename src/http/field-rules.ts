import { z } from 'zod'
import { parseVisitorAddress } from '#email-address.ts'
import { hiddenCharacters } from '#hidden-characters.ts'

export const email = z.string('Please enter a valid email address').transform((text, context) => {
  const address = parseVisitorAddress(text)
  if (address) return address
  context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
  return z.NEVER
})

const hidden = new RegExp(`[${hiddenCharacters}]`, 'u')
// A message may mark the direction of its text. Half a surrogate pair has no UTF-8 form.
const controlsButLineBreaks = /(?!\n)\p{Cc}|\p{Cs}/u

const text = (most: number, refused: RegExp) =>
  z
    .string('Please fill in this field')
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    // Before trimming, which would take a tab or a line break off the ends.
    .refine((value) => !refused.test(value), 'Please remove the control characters')
    .transform((value) => value.trim())
    .refine((value) => value !== '', 'Please fill in this field')
    .refine((value) => Array.from(value).length <= most, `Please use at most ${most} characters`)

export const name = text(200, hidden)

export const message = text(5000, controlsButLineBreaks)
