import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { loadConfig } from '#config.ts'
import { site as content } from '#content/content.ts'
import { launchTime, stagesOf } from '#content/launch.ts'
import { describeError } from '#user-error.ts'
import { routes } from '#routes.ts'
import { faviconAsset, rootFiles } from '#site/root-files.ts'
import { readClientBuild } from './client-build.ts'
import { openSite } from './open-site.ts'

const serverDir = import.meta.dirname
const target = resolve(serverDir, '../static')

try {
  await exportSite()
} catch (error) {
  console.error(describeError(error))
  process.exit(1)
}

/** Writes the site as static files: /about is about.html. */
async function exportSite() {
  const config = loadConfig(process.env, (sentence) => console.error(sentence))
  const clientDir = resolve(serverDir, '../client')
  const { publicUrl, apiUrl = '' } = config
  await rm(target, { recursive: true, force: true })
  for (const dir of [clientDir, serverDir]) {
    await cp(join(dir, 'assets'), join(target, 'assets'), {
      recursive: true,
      filter: (file) => !file.endsWith('.css'),
    })
  }
  const now = new Date()
  const site = openSite({
    client: readClientBuild(serverDir),
    stages: stagesOf(content, now),
    publicUrl,
    apiUrl,
    now: () => now.getTime(),
    onError(error) {
      throw error
    },
  })
  const paths = site.paths().filter((path) => path !== routes.questionnaireJson)
  for (const path of paths) {
    const page = site.find(path)!
    // A static host does not send our policy header.
    const policy = page.headers['Content-Security-Policy']!.replace(/ frame-ancestors [^;]*;/, '')
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}"/>`
    const html = page.plain.toString().replace('<head>', () => `<head>${meta}`)
    await save(path === routes.home ? 'index.html' : `${path}.html`, html)
  }
  await save(routes.questionnaireJson, site.find(routes.questionnaireJson)!.plain.toString())
  const facts = { publicUrl, now, letterPages: [] }
  for (const { path, write } of rootFiles) await save(path, write(facts))
  await cp(join(serverDir, faviconAsset), join(target, routes.favicon))
  console.log(
    `Wrote ${paths.length} pages to dist/static. Their forms post to ${apiUrl}${routes.intake}.`,
  )
  const launch = launchTime()
  if (launch !== undefined && launch > now.getTime()) {
    console.log(
      `They announce the tool. They can't switch by themselves: run \`npm run export\` again at ${new Date(launch).toISOString()}, and publish the result.`,
    )
  }
  if (config.apiUrl === undefined) {
    console.log(
      'If you serve the pages from another origin, set API_URL to the address of the server.',
    )
  }
}

async function save(path: string, text: string) {
  const file = join(target, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
