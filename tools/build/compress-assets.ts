import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { compressible, toBrotli, toGzip } from '../../src/site/resource.ts'

export async function compressAssets(folder: string) {
  for (const name of await readdir(folder)) {
    if (!compressible.has(extname(name))) continue
    const file = join(folder, name)
    const plain = await readFile(file)
    await writeFile(`${file}.br`, await toBrotli(plain))
    await writeFile(`${file}.gz`, await toGzip(plain))
  }
}
