import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { measureHome } from '#site/questionnaire/measure-home.ts'
import { missingProofs } from '#site/questionnaire/missing-tests.ts'
import { toBrotli, toGzip } from '#site/resource.ts'
import { compressible, readAssetFiles } from './asset-files.ts'
import { makeSiteBuild, siteBuildFile } from './site-build.ts'

// The last step of a build: compresses the assets, measures the home page and renders the pages.

const missing = missingProofs()
if (missing.length > 0) {
  process.stderr.write(
    `/questionnaire names tests that don't exist:\n  ${missing.join('\n  ')}\nRestore them, or change the answers in src/site/questionnaire.\n`,
  )
  process.exit(1)
}

const serverDir = import.meta.dirname
const clientDir = resolve(serverDir, '../client')

for (const dir of [clientDir, serverDir]) {
  for (const name of await readdir(join(dir, 'assets'))) {
    if (compressible.has(extname(name))) await compressFile(join(dir, 'assets', name))
  }
}
const files = readAssetFiles([clientDir, serverDir])
const bytesOf = (url: string) => {
  const { br, plain } = files.get(url)!
  return (br ?? plain).length
}
const client = await readClientBuild()
const build = makeSiteBuild(client, undefined, (home) =>
  measureHome(home, bytesOf, client.islandModules.newsletter),
)
await writeFile(join(serverDir, siteBuildFile), JSON.stringify(build))

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
