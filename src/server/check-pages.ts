import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { site } from '#content/content.ts'
import type { Launched } from '#content/launch.ts'
import { routes } from '#routes.ts'
import { measureHome, type MeasuredHomes } from '#site/questionnaire/measure-home.ts'
import type { Page, PageContext } from '#site/page.ts'
import { renderPage, scriptsOf, type ClientBuild } from '#site/render-page.tsx'
import { describeError } from '#user-error.ts'
import { readAssetFiles } from './asset-files.ts'
import { clientBuildFile } from './client-build.ts'
import { allPages } from './open-site.ts'

// The last step of a build. Renders every page of before and after the launch, so that a mistake is found here and not
// by a visitor, and measures the home pages.

const serverDir = import.meta.dirname
const clientDir = resolve(serverDir, '../client')

try {
  const files = readAssetFiles([clientDir, serverDir])
  const client = readManifest()
  const bytesOf = (url: string) => {
    const { br, plain } = files.get(url)!
    return (br ?? plain).length
  }
  const { url = 'https://tool.example/' } = site.launched || {}
  const measured = {
    before: checkStage(client, bytesOf, false),
    after: checkStage(client, bytesOf, { url }),
  }
  writeFileSync(join(serverDir, clientBuildFile), JSON.stringify({ ...client, measured }))
} catch (error) {
  process.stderr.write(`${String(describeError(error))}\n`)
  process.exit(1)
}

/** @returns the home page of each language, measured */
function checkStage(
  client: ClientBuild,
  bytesOf: (url: string) => number,
  launched: Launched,
): MeasuredHomes {
  const measured: MeasuredHomes = {}
  const context: PageContext = {
    year: '2026',
    publicUrl: 'https://www.example.com',
    apiUrl: '',
    launched,
    islandModules: client.islandModules,
  }
  const render = (page: Page, given: PageContext) =>
    renderPage(page, given, scriptsOf(page, client))
  const { home: homes = [], other: others = [] } = Object.groupBy(allPages(launched), ({ route }) =>
    route === routes.home ? 'home' : 'other',
  )
  for (const page of homes) {
    const home = render(page, context)
    measured[page.language] = measureHome(home, bytesOf, client.islandModules.newsletter)
  }
  // One of them shows the measurements.
  for (const page of others) render(page, { ...context, measured })
  return measured
}

type Manifest = Record<string, { file: string; name?: string; imports?: string[] }>

function readManifest(): ClientBuild {
  const read = (file: string) => readFileSync(join(clientDir, file), 'utf8')
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest
  const entry = (name: string) => Object.values(manifest).find((chunk) => chunk.name === name)!
  const modulesOf = (name: string) => {
    const { file, imports = [] } = entry(name)
    return [file, ...imports.map((key) => manifest[key]!.file)].map((path) => `/${path}`)
  }
  const loader = read(entry('loader').file).trim()
  return {
    islandModules: { newsletter: modulesOf('newsletter'), contact: modulesOf('contact') },
    // Wrapped, so that its variables do not become globals.
    loader: `(()=>{${loader}})()`,
  }
}
