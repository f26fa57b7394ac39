import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { drawChanged, type Drawing } from './drawing.ts'

test('only pictures whose source has changed or whose file is missing are drawn', async () => {
  const { folder, draw } = await createFolder()
  const icon = drawing('icon', 'a', ['icon.svg'])
  const hero = drawing('hero', 'b', ['hero/wide.svg', 'hero/tall.svg'])
  expect(await draw([icon, hero])).toEqual([
    '1 of 3: icon.svg',
    '2 of 3: hero/wide.svg',
    '3 of 3: hero/tall.svg',
  ])
  expect(await draw([icon, hero])).toEqual([])
  expect(await draw([drawing('icon', 'c', ['icon.svg']), hero])).toEqual(['1 of 1: icon.svg'])
  expect(await readFile(new URL('icon.svg', folder), 'utf8')).toBe('c')
  await rm(new URL('hero/tall.svg', folder))
  expect(await draw([hero])).toEqual(['1 of 2: hero/wide.svg', '2 of 2: hero/tall.svg'])
  expect(await draw([hero], true)).toHaveLength(2)
})

test('after an interrupted run the next run draws only the rest', async () => {
  const { draw } = await createFolder()
  const icon = drawing('icon', 'a', ['icon.svg'])
  const broken = { ...icon, name: 'hero', files: { 'hero.svg': () => Promise.reject(new Error()) } }
  await expect(draw([icon, broken])).rejects.toThrow()
  expect(await draw([icon, drawing('hero', 'b', ['hero.svg'])])).toEqual(['1 of 1: hero.svg'])
})

async function createFolder() {
  const path = await mkdtemp(join(tmpdir(), 'drawing-'))
  onTestFinished(() => rm(path, { recursive: true }))
  const folder = pathToFileURL(`${path}/`)
  const draw = async (drawings: Drawing[], redraw = false) => {
    const printed: string[] = []
    await drawChanged(drawings, { folder, redraw, say: (line) => printed.push(line) })
    return printed
  }
  return { folder, draw }
}

function drawing(name: string, source: string, files: string[]): Drawing {
  return {
    name,
    source,
    files: Object.fromEntries(files.map((file) => [file, async () => source])),
  }
}
