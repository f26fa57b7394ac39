import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { toBrotli, toGzip } from '#site/resource.ts'
import { compressible } from './asset-files.ts'
import { makeSiteBuild, siteBuildFile } from './site-build.ts'

// The last step of a build: renders the pages and compresses the assets.

const serverDir = import.meta.dirname
const clientDir = resolve(serverDir, '../client')

const build = makeSiteBuild(await readClientBuild())
await writeFile(join(serverDir, siteBuildFile), JSON.stringify(build))
for (const dir of [clientDir, serverDir]) {
  for (const name of await readdir(join(dir, 'assets'))) {
    if (compressible.has(extname(name))) await compressFile(join(dir, 'assets', name))
  }
}

async function compressFile(file: string) {
  const plain = await readFile(file)
  await writeFile(`${file}.br`, await toBrotli(plain))
  await writeFile(`${file}.gz`, await toGzip(plain))
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

async function readClientBuild() {
  const read = (file: string) => readFile(join(clientDir, file), 'utf8')
  const manifest = JSON.parse(await read('.vite/manifest.json')) as Manifest
  const entry = (name: string) => Object.values(manifest).find((chunk) => chunk.name === name)!
  const modulesOf = (name: string) => {
    const { file, imports = [] } = entry(name)
    return [file, ...imports.map((key) => manifest[key]!.file)].map((path) => `/${path}`)
  }
  const loader = (await read(entry('loader').file)).trim()
  return {
    islandModules: { newsletter: modulesOf('newsletter'), contact: modulesOf('contact') },
    // Wrapped, so that its variables do not become globals.
    loader: `(()=>{${loader}})()`,
  }
}
