import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { routes } from '#routes.ts'
import { compressed, type CompressedBody } from '#site/compressed.ts'

export interface AssetFile {
  body: CompressedBody | Buffer
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

const compressible = new Set(['.js', '.svg'])

/** The hashed files of both builds, by URL, read once. They are few and small. */
export function readAssetFiles(buildDirs: string[]): Map<string, AssetFile> {
  const files = new Map<string, AssetFile>()
  for (const dir of buildDirs) {
    for (const name of readdirSync(join(dir, 'assets'))) {
      const contentType = contentTypes[extname(name)]
      if (contentType === undefined) continue
      const bytes = readFileSync(join(dir, 'assets', name))
      const body = compressible.has(extname(name)) ? compressed(bytes) : bytes
      files.set(`${routes.assets}/${name}`, { body, contentType })
    }
  }
  return files
}
