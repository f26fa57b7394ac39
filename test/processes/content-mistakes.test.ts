import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pitch } from '#content/content.ts'
import { questionnaire, site, team } from '../support/valid-content.ts'

type Change = (file: (name: string) => string) => void | Promise<void>

const legalText =
  '{props.site.brand} is run by {props.site.company.name}, {props.site.company.reaNumber}: {props.routes.contact}\n'
const letter = '---\nsubject: Welcome\n---\n\nHello\n'
// Not the owner's content, which may be anything.
const validFiles = {
  'site.ts': `export const site = ${JSON.stringify(site, null, 2)}\n`,
  'pitch.ts': `export const pitch = ${JSON.stringify(pitch, null, 2)}\n`,
  'questionnaire.ts': `export const questionnaire = ${JSON.stringify(questionnaire, null, 2)}\n`,
  'team.ts': `export const team = ${JSON.stringify(team, null, 2)}\n`,
  'terms.mdx': legalText,
  'terms.it.mdx': legalText,
  'privacy.mdx': legalText,
  'privacy.it.mdx': legalText,
  'letters/welcome.md': letter,
  'letters/welcome.it.md': letter,
  'letters/welcome-launched.md': letter,
  'letters/welcome-launched.it.md': letter,
}

/** A copy of the sources with valid content, then changed. */
async function copyWith(change: Change): Promise<string> {
  const dir = mkdtempSync(join(temporary, 'content-'))
  for (const part of ['src', 'tools/build', 'package.json', 'vite.config.ts']) {
    cpSync(part, join(dir, part), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  const file = (name: string) => join(dir, 'content', name)
  for (const folder of ['letters', 'images/portraits']) mkdirSync(file(folder), { recursive: true })
  for (const [name, words] of Object.entries(validFiles)) writeFileSync(file(name), words)
  await change(file)
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
      const { checkContent } = await import(dir + '/tools/build/check-content-files.ts')
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
      await edit('team.ts', '"linkedin"', '"image": "IMG_0001.JPG", "linkedin"')(file)
    },
    /^$/,
  ],
  [
    'a letter without front matter',
    (file) => writeFileSync(file('letters/broken.md'), 'Hello'),
    /^The letters need a correction:\n {2}content\/letters\/broken\.md:1: must begin with/,
  ],
  [
    'a letter with a picture that is not there',
    (file) => writeFileSync(file('letters/broken.md'), '---\nsubject: x\n---\n![a](no.png)'),
    /^The letters need a correction:\n {2}content\/letters\/broken\.md: there is no content\/letters\/no\.png$/,
  ],
  [
    'a letter with a damaged picture',
    (file) => {
      writeFileSync(file('letters/broken.md'), '---\nsubject: x\n---\n![a](half.png)')
      writeFileSync(file('letters/half.png'), 'x')
    },
    /^The letters need a correction:\n {2}content\/letters\/broken\.md: half\.png can't be read as a picture/,
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
    edit('terms.mdx', '{props.site.company.name}', '{props.site.compnay.name}'),
    /^content\/terms\.mdx: \{props\.site\.compnay\} is not a known name\. Did you mean company\?$/,
  ],
  [
    'a misspelt field in the privacy policy',
    edit('privacy.mdx', '{props.site.company.reaNumber}', '{props.site.company.reaNummer}'),
    /^content\/privacy\.mdx: \{props\.site\.company\.reaNummer\} is not a known name\. Did you mean reaNumber\?$/,
  ],
  [
    'a misspelt value',
    edit('terms.mdx', '{props.site.brand}', '{props.sitte.brand}'),
    /^content\/terms\.mdx: \{props\.sitte\} is not a known name\. Did you mean site\?$/,
  ],
  [
    'a value without props',
    edit('terms.mdx', '{props.site.brand}', '{site.brand}'),
    /^content\/terms\.mdx: \{site\} is not a known name\. Did you mean props\.site\?$/,
  ],
  [
    'an optional field that is missing',
    edit('terms.mdx', '{props.site.brand}', '{props.site.company.dpo}'),
    /^$/,
  ],
  [
    'a legal text with imports',
    edit('terms.mdx', /^/, "import { site } from '#content/content.ts'\n\n"),
    /^content\/terms\.mdx: delete its imports: /,
  ],
  [
    'a legal text with a brace that is not closed',
    edit('terms.mdx', '{props.site.brand}', '{props.site.brand'),
    /^content\/terms\.mdx:\d+ is not valid: /,
  ],
  [
    'a misspelt field in the Italian privacy policy',
    edit('privacy.it.mdx', '{props.site.company.reaNumber}', '{props.site.company.reaNummer}'),
    /^content\/privacy\.it\.mdx: \{props\.site\.company\.reaNummer\} is not a known name/,
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
    'a welcome letter for after the launch without its Italian text',
    (file) => rmSync(file('letters/welcome-launched.it.md')),
    /^content\/letters\/welcome-launched\.it\.md is missing: write it/,
  ],
  [
    'English as its only language',
    async (file) => {
      rmSync(file('terms.it.mdx'))
      rmSync(file('privacy.it.mdx'))
      await edit('site.ts', /"en",\s+"it"/, '"en"')(file)
    },
    /^$/,
  ],
  [
    'a missing quote',
    edit('site.ts', /"legalForm": .*/, '"legalForm": Srl,'),
    /^content\/site\.ts:\d+ is not valid: Srl is not defined$/,
  ],
  [
    'a VAT number with IT',
    edit('site.ts', /"vatNumber": .*/, '"vatNumber": "IT01234567897"'),
    /^Invalid content:\n  content\/site\.ts: company\.vatNumber must be written without IT.*$/,
  ],
  [
    'an answer without a source',
    edit('questionnaire.ts', /"source": \{[^}]*\},/, ''),
    /^Invalid content:\n  content\/questionnaire\.ts: question 1: source is missing: every answer needs its source$/,
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
