import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Language } from '../src/language.ts'
import { readLetters } from '../src/newsletter/letter-file.ts'
import { UserError } from '../src/user-error.ts'
import { checkNames } from './check-names.ts'

const portraits = 'content/images/portraits'
const formats = /\.(?:jpe?g|png|webp|avif)$/i
const formatWords = 'Pictures are JPEG, PNG, WebP or AVIF.'

/** Throws one sentence about a mistake in content/, with the file and what is wrong in it. */
export async function checkContent(): Promise<void> {
  const { site, team } = await import('../src/content/content.ts').catch(explain)
  const files = (await readdir(portraits)).filter((name) => !name.startsWith('.'))
  for (const { name, image } of team) {
    if (image === undefined || files.includes(image)) continue
    throw new UserError(
      `content/team.ts: ${name} has the image ${image}, which is not in ${portraits}`,
    )
  }
  for (const file of files) await checkPicture(`${portraits}/${file}`)
  await checkNames('content/terms.mdx')
  await checkNames('content/privacy.mdx')
  await checkLetters(site.languages)
}

/** Found at the launch, a mistake would be found too late. */
async function checkLetters(languages: Language[]): Promise<void> {
  const files = globSync('content/letters/*.md')
  const read = async (file: string) => ({ file, source: await readFile(file, 'utf8') })
  readLetters(await Promise.all(files.map(read)), languages)
}

async function checkPicture(file: string): Promise<void> {
  if (!formats.test(file)) throw new UserError(`${file} is of no format that works. ${formatWords}`)
  try {
    // Reads every row: the head of a damaged file may be whole.
    await sharp(file).stats()
  } catch {
    throw new UserError(
      `${file} cannot be read: it is damaged, or has a wrong ending. ${formatWords}`,
    )
  }
}

/** A slip of the pen, say a missing quote, as Node tells of it; the place is in the stack. */
function explain(error: unknown): never {
  if (error instanceof UserError || !(error instanceof Error)) throw error
  const place = /content\/(?:site|team)\.ts(?::\d+)?/.exec(error.stack ?? '')
  if (!place) throw error
  const words = error.message.replace(/^.*?content\/\S+\s*/s, '').trim() || error.message
  throw new UserError(`${place[0]} cannot be understood: ${words.split('\n')[0]}`)
}
