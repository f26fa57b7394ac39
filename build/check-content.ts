import { globSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { readLetters } from '../src/newsletter/letter-file.ts'
import { UserError } from '../src/user-error.ts'
import { checkNames } from './check-names.ts'

const portraits = 'content/images/portraits'
const formats = /\.(?:jpe?g|png|webp|avif)$/i
const formatWords = 'Pictures are JPEG, PNG, WebP or AVIF.'

/** Throws a one-line error about the first mistake in content/, with its file. */
export async function checkContent(): Promise<void> {
  const { team } = await import('../src/content/content.ts').catch(explain)
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
  await checkLetters()
}

/** At build time, because at the launch it would be too late. */
async function checkLetters(): Promise<void> {
  const files = globSync('content/letters/*.md')
  const read = async (file: string) => ({ file, source: await readFile(file, 'utf8') })
  readLetters(await Promise.all(files.map(read)))
}

async function checkPicture(file: string): Promise<void> {
  if (!formats.test(file)) throw new UserError(`${file} has an unsupported format. ${formatWords}`)
  try {
    // Decodes the whole file, because only its end may be damaged.
    await sharp(file).stats()
  } catch {
    throw new UserError(
      `${file} cannot be read: it is damaged or has the wrong file extension. ${formatWords}`,
    )
  }
}

/** Turns a syntax or reference error into one line; its file and line are in the stack. */
function explain(error: unknown): never {
  if (error instanceof UserError || !(error instanceof Error)) throw error
  const place = /content\/(?:site|team)\.ts(?::\d+)?/.exec(error.stack ?? '')
  if (!place) throw error
  const words = error.message.replace(/^.*?content\/\S+\s*/s, '').trim() || error.message
  throw new UserError(`${place[0]} has an error: ${words.split('\n')[0]}`)
}
