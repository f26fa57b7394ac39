import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readLetters } from './read-letters.ts'
import { bytesOf, checkPictures, readPictures } from './letter-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'letters-'))
const fileOf = (name: string) => join(folder, name)

/** Noise, which no format makes much smaller. */
const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const flat = (width: number, height: number, background = '#0f2b23') =>
  sharp({ create: { width, height, channels: 4, background } })

async function read(body: string) {
  writeFileSync(fileOf('march.md'), `---\nsubject: March\n---\n${body}`)
  const places = { lettersDir: folder }
  const found = await readLetters(places, 'march')
  const [{ letter, mistakes } = { letter: undefined, mistakes: [] }] = await checkPictures(
    found,
    places,
  )
  const own = letter ?? found[0]?.letter
  return { pictures: own ? (await readPictures(own, places)).pictures : [], mistakes }
}

test('a picture becomes at most 1,120 pixels wide, as the smaller of JPEG and PNG, without metadata', async () => {
  await photo(1600, 400)
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .webp()
    .toFile(fileOf('photo.webp'))
  await flat(2240, 100).png().toFile(fileOf('screen.png'))
  await flat(300, 100).png().toFile(fileOf('small.png'))
  const { pictures } = await read(
    '![a](photo.webp)\n\n![b](screen.png) ![c](small.png) ![d](small.png)',
  )
  expect(
    pictures.map(({ name, type, width, height }) => ({ name, type, size: [width, height] })),
  ).toEqual([
    { name: 'photo.webp', type: 'image/jpeg', size: [1120, 280] },
    { name: 'screen.png', type: 'image/png', size: [1120, 50] },
    { name: 'small.png', type: 'image/png', size: [300, 100] },
  ])
  const [jpeg] = pictures
  expect(jpeg!.file).toMatch(/^photo-[0-9a-f]{16}\.jpg$/)
  expect((await sharp(Buffer.from(jpeg!.base64, 'base64')).metadata()).exif).toBeUndefined()
})

test('a transparent picture gets a white ground, so that it can be seen in the dark scheme', async () => {
  await flat(10, 10, '#0000').png().toFile(fileOf('lines.png'))
  const { pictures } = await read('![a](lines.png)')
  const pixels = sharp(Buffer.from(pictures[0]!.base64, 'base64'))
  expect([...(await pixels.raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

test('a picture is read again when its file has changed', async () => {
  await flat(20, 20).png().toFile(fileOf('draft.png'))
  const [before] = (await read('![a](draft.png)')).pictures
  await flat(30, 20).png().toFile(fileOf('draft.png'))
  const [after] = (await read('![a](draft.png)')).pictures
  expect([before!.width, after!.width]).toEqual([20, 30])
  expect(after!.cid).not.toBe(before!.cid)
})

test('pictures of over 400 kB together are refused with their sizes, counted for each language', async () => {
  await photo(1120, 500).jpeg({ quality: 100 }).toFile(fileOf('one.jpg'))
  await photo(1120, 500).jpeg({ quality: 100 }).toFile(fileOf('two.jpg'))
  const { pictures, mistakes } = await read('![a](one.jpg)\n\n![b](two.jpg)')
  const sizes = pictures.map(
    ({ name, base64 }) => `${name} ${Math.ceil(bytesOf({ base64 }) / 1000)} kB`,
  )
  expect(mistakes).toEqual([
    expect.stringMatching(/^content\/letters\/march\.md: its pictures have \d+ kB, over 400 kB: /),
  ])
  expect(mistakes[0]).toContain(sizes.join(', '))
  writeFileSync(fileOf('march.it.md'), '---\nsubject: Marzo\n---\n![b](two.jpg)')
  expect((await read('![a](one.jpg)')).mistakes).toEqual([])
  writeFileSync(fileOf('march.it.md'), '---\nsubject: Marzo\n---\nCiao')
})

writeFileSync(
  fileOf('drawing.png'),
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
)
writeFileSync(fileOf('text.jpg'), 'no picture')
const half = await flat(900, 900).png().toBuffer()
writeFileSync(fileOf('half.png'), half.subarray(0, half.length / 2))
await flat(8000, 5000).png().toFile(fileOf('huge.png'))
// Its head alone says 60,000 by 60,000: decoded it would be 14 GB.
const bomb = await flat(8, 8).png().toBuffer()
bomb.writeUInt32BE(60_000, 16)
bomb.writeUInt32BE(60_000, 20)
bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
writeFileSync(fileOf('bomb.png'), bomb)
await sharp([await flat(8, 8).png().toBuffer(), await flat(8, 8, '#fff').png().toBuffer()], {
  join: { animated: true },
})
  .webp()
  .toFile(fileOf('moving.webp'))

// An animated PNG is one with this chunk, after the 33 bytes of its head.
const still = await flat(8, 8).png().toBuffer()
const frames = Buffer.from('\0\0\0\x08acTL\0\0\0\x02\0\0\0\0\xf3\x8d\x93\x70', 'latin1')
writeFileSync(
  fileOf('moving.png'),
  Buffer.concat([still.subarray(0, 33), frames, still.subarray(33)]),
)

test.each([
  ['missing', 'no.png', 'there is no content/letters/no.png'],
  ['an SVG', 'drawing.png', "drawing.png can't be read as a picture"],
  ['a text', 'text.jpg', "text.jpg can't be read as a picture"],
  ['cut off', 'half.png', "half.png can't be read as a picture"],
  ['of 40 megapixels', 'huge.png', 'huge.png has 40 megapixels, over 30'],
  ['a decompression bomb', 'bomb.png', 'bomb.png has 3600 megapixels, over 30'],
  ['animated', 'moving.webp', 'moving.webp is animated'],
  ['an animated PNG', 'moving.png', 'moving.png is animated'],
])('a picture that is %s is refused by its name', async (_, name, mistake) => {
  const { mistakes } = await read(`Hello\n\n![a](${name})`)
  expect(mistakes).toEqual([expect.stringContaining(`content/letters/march.md: ${mistake}`)])
})
