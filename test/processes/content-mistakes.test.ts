import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

type Change = (file: (name: string) => string) => void | Promise<void>

/** A copy of the content in which something was changed, with the program that checks it. */
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

/** What the build says to each copy. The check alone: what passes it would be built. */
async function sayingsAbout(dirs: string[]): Promise<string[]> {
  const script = `
    const sharp = (await import('sharp')).default
    sharp.cache(false)
    const said = []
    for (const dir of ${JSON.stringify(dirs)}) {
      process.chdir(dir)
      const { checkContent } = await import(dir + '/build/check-content.ts')
      const { describeError } = await import(dir + '/src/user-error.ts')
      said.push(await checkContent().then(() => '', (error) => String(describeError(error))))
    }
    console.log(JSON.stringify(said))`
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

const works = 'Pictures are JPEG, PNG, WebP or AVIF.'

const mistakes: [string, Change, RegExp][] = [
  ['nothing', () => {}, /^$/],
  [
    "a camera's IMG_0001.JPG",
    async (file) => {
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      await picture.jpeg().toFile(file('images/portraits/IMG_0001.JPG'))
      await edit('team.ts', /image: sample\('[^']+'\)/, "image: 'IMG_0001.JPG'")(file)
    },
    /^$/,
  ],
  [
    'a letter that does not begin like one',
    (file) => writeFileSync(file('letters/broken.md'), 'Hello'),
    /^The letters need a correction:\n {2}content\/letters\/broken\.md:1: must begin with/,
  ],
  [
    'a .HEIC',
    (file) => writeFileSync(file('images/portraits/IMG_0001.HEIC'), 'x'),
    new RegExp(`^content/images/portraits/IMG_0001.HEIC is of no format that works. ${works}$`),
  ],
  [
    'half of a picture',
    async (file) => {
      const create = { width: 99, height: 99, channels: 3, background: 'red' } as const
      const whole = await sharp({ create }).jpeg().toBuffer()
      writeFileSync(file('images/portraits/half.jpg'), whole.subarray(0, whole.length / 2))
    },
    new RegExp(`^content/images/portraits/half.jpg cannot be read: .* ${works}$`),
  ],
  [
    'a wrong name in the terms',
    edit('terms.mdx', '{site.company.name}', '{site.compnay.name}'),
    /^content\/terms\.mdx: \{site\.compnay\} names nothing\. Did you mean company\?$/,
  ],
  [
    'a wrong field in the privacy text',
    edit('privacy.mdx', '{site.company.reaNumber}', '{site.company.reaNummer}'),
    /^content\/privacy\.mdx: \{site\.company\.reaNummer\} names nothing\. Did you mean reaNumber\?$/,
  ],
  [
    'a name that nobody imports',
    edit('terms.mdx', '{site.brand}', '{sitte.brand}'),
    /^content\/terms\.mdx: \{sitte\.?\w*\} names nothing\. Did you mean site\?$/,
  ],
  [
    'an import of nothing',
    edit('terms.mdx', '#routes.ts', '#routs.ts'),
    /^content\/terms\.mdx: there is no #routs\.ts to import$/,
  ],
  [
    'a wrong field in the Italian privacy text',
    edit('privacy.it.mdx', '{site.company.reaNumber}', '{site.company.reaNummer}'),
    /^content\/privacy\.it\.mdx: \{site\.company\.reaNummer\} names nothing/,
  ],
  [
    'a missing Italian text',
    (file) => rmSync(file('terms.it.mdx')),
    /^content\/terms\.it\.mdx is missing: write it, or take its language out of languages/,
  ],
  [
    'English alone',
    async (file) => {
      rmSync(file('terms.it.mdx'))
      rmSync(file('privacy.it.mdx'))
      await edit('site.ts', "['en', 'it']", "['en']")(file)
    },
    /^$/,
  ],
  [
    'a word without its quotes',
    edit('site.ts', /legalForm: .*/, 'legalForm: Srl,'),
    /^content\/site\.ts:\d+ cannot be understood: Srl is not defined$/,
  ],
  [
    'a VAT number with its country',
    edit('site.ts', /vatNumber: .*/, "vatNumber: 'IT01234567897',"),
    /^The content needs a correction:\n  content\/site\.ts: company\.vatNumber must be written without IT.*$/,
  ],
]

const temporary = mkdtempSync(join(tmpdir(), 'contents-'))
afterAll(() => rmSync(temporary, { recursive: true }))

let outputs: string[]
beforeAll(async () => {
  outputs = await sayingsAbout(await Promise.all(mistakes.map(([, change]) => copyWith(change))))
})

test.each(mistakes.map(([name, , expected], index) => ({ name, expected, index })))(
  '$name in the content gets one sentence, or none where it works',
  ({ expected, index }) => expect(outputs[index]).toMatch(expected),
)
