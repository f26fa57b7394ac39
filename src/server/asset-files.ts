import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { routes } from '#routes.ts'
import type { EncodedBody } from '#site/encoded-body.ts'

export interface AssetFile {
  body: EncodedBody
  contentType: string
}

/** Worth compressing; the build leaves NAME.br and NAME.gz beside them. */
export const compressible = new Set(['.js', '.svg'])
/** Inlined, or what another is sent as. */
const unserved = new Set(['.css', '.br', '.gz'])

/** The hashed files of both builds, by URL, read once. They are few and small. */
export function readAssetFiles(buildDirs: string[]): Map<string, AssetFile> {
  const files = new Map<string, AssetFile>()
  for (const dir of buildDirs) {
    for (const name of readdirSync(join(dir, 'assets'))) {
      const contentType = getMimeType(name)
      if (contentType === undefined || unserved.has(extname(name))) continue
      const file = join(dir, 'assets', name)
      // Its name holds a hash of what is in it.
      const body: EncodedBody = { plain: readFileSync(file), etag: name }
      if (compressible.has(extname(name))) {
        body.brotli = readFileSync(`${file}.br`)
        body.gzip = readFileSync(`${file}.gz`)
      }
      files.set(`${routes.assets}/${name}`, { body, contentType })
    }
  }
  return files
}
