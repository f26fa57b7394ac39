import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { routes } from '#routes.ts'
import { cacheControl, compressible, type Resource } from '#site/resource.ts'
import { faviconAsset } from '#site/root-files.ts'

/** CSS is inlined; the others are encodings. */
const unserved = new Set(['.css', '.br', '.gz'])

/** The hashed files of both builds by URL, read into memory. */
export function readAssetFiles(buildDirs: string[]): Map<string, Resource> {
  const files = new Map<string, Resource>()
  for (const dir of buildDirs) {
    for (const name of readdirSync(join(dir, 'assets'))) {
      if (getMimeType(name) === undefined || unserved.has(extname(name))) continue
      const file = join(dir, 'assets', name)
      const compressed = compressible.has(extname(name)) && {
        br: readFileSync(`${file}.br`),
        gzip: readFileSync(`${file}.gz`),
      }
      files.set(`${routes.assets}/${name}`, hashedFile(name, readFileSync(file), compressed))
    }
  }
  const icon = files.get(faviconAsset)!
  const headers = { ...icon.headers, 'Cache-Control': cacheControl.favicon }
  return files.set(routes.favicon, { ...icon, headers })
}

/** @param name contains a hash of the file */
export function hashedFile(
  name: string,
  plain: Buffer,
  compressed: Pick<Resource, 'br' | 'gzip'> | false,
): Resource {
  const headers = {
    'Content-Type': getMimeType(name)!,
    'Cache-Control': cacheControl.hashedFile,
  }
  return { plain, ...compressed, etag: name, headers }
}
