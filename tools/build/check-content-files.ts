import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import type { Language } from '../../src/language.ts'
import { isWelcome, letterFile } from '../../src/letters/letter-file.ts'
import { UserError } from '../../src/user-error.ts'
import { checkLegalText } from './check-legal-text.ts'

const portraits = 'content/images/portraits'
const formats = /\.(?:jpe?g|png|webp|avif)$/i
const addTranslation = 'write it, or take its language out of languages in content/site.ts'
const formatWords = 'Use JPEG, PNG, WebP or AVIF.'

/** @throws UserError with one sentence that names the file and the mistake */
export async function checkContent(): Promise<void> {
  const { site, team } = await import('../../src/content/content.ts').catch(explain)
  const files = (await readdir(portraits)).filter((name) => !name.startsWith('.'))
  for (const { name, image } of team) {
    if (image === undefined || files.includes(image)) continue
    throw new UserError(
      `content/team.ts: ${name} has the image ${image}, which is not in ${portraits}`,
    )
  }
  for (const file of files) await checkPicture(`${portraits}/${file}`)
  for (const language of site.languages) {
    const suffix = language === 'en' ? '' : `.${language}`
    for (const name of ['terms', 'privacy']) await checkText(`content/${name}${suffix}.mdx`)
  }
  await checkLetterFiles(site.languages)
}

async function checkText(file: string): Promise<void> {
  if (existsSync(file)) return await checkLegalText(file)
  throw new UserError(`${file} is missing: ${addTranslation}`)
}

/** On launch day it would be too late to find a mistake. */
async function checkLetterFiles(languages: Language[]): Promise<void> {
  // Not at the top: it imports the content, whose mistakes are explained here.
  const { lettersDir, readLetters } = await import('../../src/letters/read-letters.ts')
  const { checkPictures } = await import('../../src/letters/letter-pictures.ts')
  const places = { lettersDir }
  const files = await checkPictures(await readLetters(places), places)
  const mistakes = files.flatMap((file) => file.mistakes)
  const letters = files.flatMap(({ letter }) => letter ?? [])
  if (mistakes.length > 0) {
    throw new UserError(`The letters need a correction:\n  ${mistakes.join('\n  ')}`)
  }
  for (const { name, texts } of letters) {
    // Welcome letters are sent automatically, without the checks of `letters send`.
    const missing = isWelcome(name) && languages.find((language) => !texts[language])
    if (missing) throw new UserError(`${letterFile(name, missing)} is missing: ${addTranslation}`)
  }
}

async function checkPicture(file: string): Promise<void> {
  if (!formats.test(file)) throw new UserError(`${file} has an unsupported format. ${formatWords}`)
  try {
    // Decodes the whole picture: a damaged file may have a valid header.
    await sharp(file).stats()
  } catch {
    throw new UserError(
      `${file} cannot be read: it is damaged, or its file extension is wrong. ${formatWords}`,
    )
  }
}

/** Explains a mistake such as a missing quote: Node has the file and line only in the stack. */
function explain(error: unknown): never {
  if (error instanceof UserError || !(error instanceof Error)) throw error
  const place = /content\/(?:site|team|pitch|questionnaire)\.ts(?::\d+)?/.exec(error.stack ?? '')
  if (!place) throw error
  const words = error.message.replace(/^.*?content\/\S+\s*/s, '').trim() || error.message
  throw new UserError(`${place[0]} is not valid: ${words.split('\n')[0]}`)
}
