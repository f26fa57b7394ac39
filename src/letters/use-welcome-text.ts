import type { Db } from '#database/schema.ts'
import { englishNames } from '#language.ts'
import { UserError } from '#user-error.ts'
import { isWelcome, languagesOf } from './letter-file.ts'
import { checkPictures } from './letter-pictures.ts'
import { missingLanguages, readLetters, type LetterPlaces } from './read-letters.ts'

/**
 * From now on, this text of a welcome letter goes out.
 * @param version of the text that the owner has seen
 */
export async function useWelcomeText(
  places: LetterPlaces & { db: Db },
  { name, version }: { name: string; version: number },
  now: Date,
): Promise<void> {
  const found = await readLetters(places, name)
  const [checked] = await checkPictures(found, places)
  if (!isWelcome(name) || checked?.origin !== 'database')
    throw new UserError(`${name} is not a welcome letter that is written in the console.`)
  if (!checked.letter)
    throw new UserError(`The letter needs a correction:\n  ${checked.mistakes.join('\n  ')}`)
  // It goes out without the checks of `letters send`.
  const [missing] = missingLanguages(checked.letter)
  if (missing) throw new UserError(`Write it in ${englishNames[missing]}, too.`)
  const { texts } = checked.letter
  const samples = languagesOf(texts).filter((language) => texts[language]!.isSample)
  if (samples.length > 0) {
    const languages = samples.map((language) => englishNames[language]).join(' and ')
    throw new UserError(`The text in ${languages} is still the sample: write your own first.`)
  }
  const { numUpdatedRows } = await places.db
    .updateTable('letter_drafts')
    .set((row) => ({ used_texts: row.ref('texts'), used_at: now.toISOString() }))
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw new UserError('The text has changed since you opened this page. Look at it again.')
}
