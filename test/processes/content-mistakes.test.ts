import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'

type Change = (file: (name: string) => string) => void | Promise<void>

/** What the build says to a copy of the content in which something was changed. */
async function buildWith(change: Change): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'content-'))
  for (const part of ['src', 'content', 'build', 'package.json', 'vite.config.ts']) {
    const filter = (file: string) => !file.includes('hero')
    cpSync(part, join(dir, part), { recursive: true, filter })
  }
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'))
  try {
    await change((name) => join(dir, 'content', name))
    // The check alone: what passes it would be built.
    const check = "await (await import('./build/check-content.ts')).checkContent()"
    const script = `try { ${check} } catch (e) { console.log((await import('./src/mendable.ts')).readable(e)) }`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: dir })
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
    return out + err
  } finally {
    rmSync(dir, { recursive: true })
  }
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

test.concurrent.each<[string, Change, RegExp]>([
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
    'a .HEIC',
    (file) => writeFileSync(file('images/portraits/IMG_0001.HEIC'), 'x'),
    new RegExp(`^content/images/portraits/IMG_0001.HEIC is of no format that works. ${works}\n$`),
  ],
  [
    'half of a picture',
    async (file) => {
      const create = { width: 99, height: 99, channels: 3, background: 'red' } as const
      const whole = await sharp({ create }).jpeg().toBuffer()
      writeFileSync(file('images/portraits/half.jpg'), whole.subarray(0, whole.length / 2))
    },
    new RegExp(`^content/images/portraits/half.jpg cannot be read: .* ${works}\n$`),
  ],
  [
    'a wrong name in the terms',
    edit('terms.mdx', '{site.company.name}', '{site.compnay.name}'),
    /^content\/terms\.mdx: \{site\.compnay\} names nothing\. Did you mean company\?\n$/,
  ],
  [
    'a wrong field in the privacy text',
    edit('privacy.mdx', '{site.company.reaNumber}', '{site.company.reaNummer}'),
    /^content\/privacy\.mdx: \{site\.company\.reaNummer\} names nothing\. Did you mean reaNumber\?\n$/,
  ],
  [
    'a name that nobody imports',
    edit('terms.mdx', '{site.brand}', '{sitte.brand}'),
    /^content\/terms\.mdx: \{sitte\.?\w*\} names nothing\. Did you mean site\?\n$/,
  ],
  [
    'a word without its quotes',
    edit('site.ts', /legalForm: .*/, 'legalForm: Srl,'),
    /^content\/site\.ts:\d+ cannot be understood: Srl is not defined\n$/,
  ],
  [
    'a VAT number with its country',
    edit('site.ts', /vatNumber: .*/, "vatNumber: 'IT01234567897',"),
    /^The content needs a correction:\n  content\/site\.ts: company\.vatNumber must be written without IT.*\n$/,
  ],
])('%s in the content gets one sentence, or none where it works', async (_, change, says) => {
  expect(await buildWith(change)).toMatch(says)
})
