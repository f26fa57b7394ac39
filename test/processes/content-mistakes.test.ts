import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Change = (file: (name: string) => string) => void | Promise<void>

/** A copy of the repository with changed content. */
async function copyWith(change: Change): Promise<string> {
  const dir = mkdtempSync(join(temporary, 'content-'))
  for (const part of ['src', 'content', 'build', 'package.json', 'vite.config.ts']) {
    const filter = (file: string) => !file.includes('hero')
    cpSync(part, join(dir, part), { recursive: true, filter })
  }
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  await change((name) => join(dir, 'content', name))
  return dir
}

/** The error of the content check for each copy, empty if there is none. */
async function checkErrors(dirs: string[]): Promise<string[]> {
  const script = `
    const sharp = (await import('sharp')).default
    sharp.cache(false)
    const errors = []
    for (const dir of ${JSON.stringify(dirs)}) {
      process.chdir(dir)
      const { checkContent } = await import(dir + '/build/check-content.ts')
      const { describeError } = await import(dir + '/src/user-error.ts')
      errors.push(await checkContent().then(() => '', (error) => String(describeError(error))))
    }
    console.log(JSON.stringify(errors))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  return JSON.parse(out) as string[]
}

function edit(name: string, from: string | RegExp, to: string): Change {
  return (file) => {
    const before = readFileSync(file(name), 'utf8')
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    writeFileSync(file(name), after)
  }
}

const formatWords = 'Use JPEG, PNG, WebP or AVIF.'

const mistakes: [string, Change, RegExp][] = [
  ['no mistake', () => {}, /^$/],
  [
    'an upper-case .JPG',
    async (file) => {
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      await picture.jpeg().toFile(file('images/portraits/IMG_0001.JPG'))
      await edit('team.ts', /image: sample\('[^']+'\)/, "image: 'IMG_0001.JPG'")(file)
    },
    /^$/,
  ],
  [
    'a letter without front matter',
    (file) => writeFileSync(file('letters/broken.md'), 'Hello'),
    /^The letters need a correction:\n {2}content\/letters\/broken\.md:1: must begin with/,
  ],
  [
    'a .HEIC',
    (file) => writeFileSync(file('images/portraits/IMG_0001.HEIC'), 'x'),
    new RegExp(
      `^content/images/portraits/IMG_0001.HEIC has an unsupported format. ${formatWords}$`,
    ),
  ],
  [
    'a truncated picture',
    async (file) => {
      const create = { width: 99, height: 99, channels: 3, background: 'red' } as const
      const whole = await sharp({ create }).jpeg().toBuffer()
      writeFileSync(file('images/portraits/half.jpg'), whole.subarray(0, whole.length / 2))
    },
    new RegExp(`^content/images/portraits/half.jpg cannot be read: .* ${formatWords}$`),
  ],
  [
    'a misspelt field in the terms',
    edit('terms.mdx', '{site.company.name}', '{site.compnay.name}'),
    /^content\/terms\.mdx: \{site\.compnay\} is not a known name\. Did you mean company\?$/,
  ],
  [
    'a misspelt field in the privacy policy',
    edit('privacy.mdx', '{site.company.reaNumber}', '{site.company.reaNummer}'),
    /^content\/privacy\.mdx: \{site\.company\.reaNummer\} is not a known name\. Did you mean reaNumber\?$/,
  ],
  [
    'a name that is not imported',
    edit('terms.mdx', '{site.brand}', '{sitte.brand}'),
    /^content\/terms\.mdx: \{sitte\.?\w*\} is not a known name\. Did you mean site\?$/,
  ],
  [
    'an import of a missing file',
    edit('terms.mdx', '#routes.ts', '#routs.ts'),
    /^content\/terms\.mdx: the import #routs\.ts does not exist$/,
  ],
  [
    'a misspelt field in the Italian privacy policy',
    edit('privacy.it.mdx', '{site.company.reaNumber}', '{site.company.reaNummer}'),
    /^content\/privacy\.it\.mdx: \{site\.company\.reaNummer\} is not a known name/,
  ],
  [
    'a missing Italian text',
    (file) => rmSync(file('terms.it.mdx')),
    /^content\/terms\.it\.mdx is missing: write it, or take its language out of languages/,
  ],
  [
    'a welcome letter without its Italian text',
    (file) => rmSync(file('letters/welcome.it.md')),
    /^content\/letters\/welcome\.it\.md is missing: write it, or take its language out/,
  ],
  [
    'English as its only language',
    async (file) => {
      rmSync(file('terms.it.mdx'))
      rmSync(file('privacy.it.mdx'))
      await edit('site.ts', "['en', 'it']", "['en']")(file)
    },
    /^$/,
  ],
  [
    'a missing quote',
    edit('site.ts', /legalForm: .*/, 'legalForm: Srl,'),
    /^content\/site\.ts:\d+ is not valid: Srl is not defined$/,
  ],
  [
    'a VAT number with IT',
    edit('site.ts', /vatNumber: .*/, "vatNumber: 'IT01234567897',"),
    /^Invalid content:\n  content\/site\.ts: company\.vatNumber must be written without IT.*$/,
  ],
]

const temporary = mkdtempSync(join(tmpdir(), 'contents-'))
afterAll(() => rmSync(temporary, { recursive: true }))

let outputs: string[]
beforeAll(async () => {
  outputs = await checkErrors(await Promise.all(mistakes.map(([, change]) => copyWith(change))))
})

test.each(mistakes.map(([name, , expected], index) => ({ name, expected, index })))(
  'content with $name gives the expected error, or none if it is valid',
  ({ expected, index }) => expect(outputs[index]).toMatch(expected),
)
