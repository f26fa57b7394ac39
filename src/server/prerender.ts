import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { compress, encodedBody } from '#site/encoded-body.ts'
import { compressible } from './asset-files.ts'
import { readClientBuild } from './client-build.ts'
import { makeSiteBuild, siteBuildFile } from './site-build.ts'

// The last step of a build: renders and compresses all that no start can change.

const serverDir = import.meta.dirname
const clientDir = resolve(serverDir, '../client')

const build = makeSiteBuild(readClientBuild(clientDir))
await writeFile(join(serverDir, siteBuildFile), JSON.stringify(build))
for (const dir of [clientDir, serverDir]) {
  for (const name of await readdir(join(dir, 'assets'))) {
    if (compressible.has(extname(name))) await compressFile(join(dir, 'assets', name))
  }
}

async function compressFile(file: string) {
  const body = encodedBody(await readFile(file))
  await compress(body)
  await writeFile(`${file}.br`, body.brotli!)
  await writeFile(`${file}.gz`, body.gzip!)
}
