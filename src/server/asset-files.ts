import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { routes } from '#routes.ts'
import type { EncodedBody } from '#site/encoded-body.ts'

export interface AssetFile {
  body: EncodedBody
  contentType: string
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Worth compressing; the build leaves NAME.br and NAME.gz beside them. */
export const compressible = new Set(['.js', '.svg'])

/** The hashed files of both builds, by URL, read once. They are few and small. */
export function readAssetFiles(buildDirs: string[]): Map<string, AssetFile> {
  const files = new Map<string, AssetFile>()
  for (const dir of buildDirs) {
    for (const name of readdirSync(join(dir, 'assets'))) {
      const contentType = contentTypes[extname(name)]
      if (contentType === undefined) continue
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
