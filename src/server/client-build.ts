import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageContext } from '#site/page.ts'

type Manifest = Record<string, { file: string; name?: string; imports?: string[] } | undefined>

/** Reads from the client build where the islands and the loader are. */
export function readClientBuild(clientDir: string) {
  const manifest = JSON.parse(
    readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8'),
  ) as Manifest
  const entry = (name: string) => {
    const found = Object.values(manifest).find((chunk) => chunk?.name === name)
    if (!found) throw new Error(`The client build has no entry "${name}".`)
    return found
  }
  const modulesOf = (name: string) => {
    const { file, imports = [] } = entry(name)
    return [file, ...imports.map((key) => manifest[key]!.file)].map((path) => `/${path}`)
  }
  const islandModules: PageContext['islandModules'] = {
    newsletter: modulesOf('newsletter'),
    contact: modulesOf('contact'),
  }
  const loader = readFileSync(join(clientDir, entry('loader').file), 'utf8').trim()
  // A classic script's variables would otherwise be the page's globals.
  return { islandModules, loader: `(()=>{${loader}})()` }
}
