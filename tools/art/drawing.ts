import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

export interface Drawing {
  name: string
  /** The SVG or HTML, and everything else that the picture depends on. */
  source: string
  /** By path in the image folder. */
  files: Record<string, () => Promise<Uint8Array | string>>
}

/**
 * Writes the files of every drawing whose source isn't the one that `drawn.json` remembers.
 * @returns how many drawings were drawn
 */
export async function drawChanged(
  drawings: readonly Drawing[],
  { folder, redraw, say }: { folder: URL; redraw: boolean; say: (line: string) => void },
): Promise<number> {
  const manifest = new URL('drawn.json', folder)
  const drawn: Record<string, string> = existsSync(manifest)
    ? (JSON.parse(await readFile(manifest, 'utf8')) as Record<string, string>)
    : {}
  const isUpToDate = ({ name, source, files }: Drawing) =>
    !redraw &&
    drawn[name] === hashOf(source) &&
    Object.keys(files).every((file) => existsSync(new URL(file, folder)))
  const changed = drawings.filter((drawing) => !isUpToDate(drawing))
  const total = changed.reduce((sum, { files }) => sum + Object.keys(files).length, 0)
  let count = 0
  for (const { name, source, files } of changed) {
    for (const [file, encode] of Object.entries(files)) {
      say(`${++count} of ${total}: ${file}`)
      const path = new URL(file, folder)
      await mkdir(new URL('.', path), { recursive: true })
      await writeFile(path, await encode())
    }
    // After each drawing, so that an interrupted run can continue.
    drawn[name] = hashOf(source)
    await writeFile(manifest, `${JSON.stringify(drawn, undefined, 2)}\n`)
  }
  return changed.length
}

function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16)
}
