import { globSync, readFileSync } from 'node:fs'
import { transform } from 'lightningcss'
import { transformWithOxc } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { routes } from '#routes.ts'
import { startSite } from '../support/start-site.ts'

const named = /Safari and iOS ([\d.]+), Chrome and Edge (\d+), Firefox (\d+)/
const [, safari = '', chrome = '', firefox = ''] = named.exec(readFileSync('README.md', 'utf8'))!

const site = await startSite()
afterAll(() => site.stop())

const pages = [routes.home, routes.about, routes.contact, routes.privacy, routes.letters]

test.each(pages)('the styles of %s need no browser newer than README names', async (path) => {
  const html = await (await fetch(`${site.url}${path}`)).text()
  const css = Array.from(html.matchAll(/<style>(.*?)<\/style>/gs), ([, text]) => text).join('\n')
  const targets = { safari: toTarget(safari), chrome: toTarget(chrome), firefox: toTarget(firefox) }
  const file = { filename: path, code: Buffer.from(css), minify: true }
  const compiled = String(transform({ ...file, targets }).code).split(/(?<=[;{}])/)
  expect(compiled.length).toBeGreaterThan(100)
  expect(compiled.filter((part) => !css.includes(part))).toEqual([])
  // Too new, but left as it is by the compiler.
  expect(html).not.toMatch(/@media[^{]*(?:not ?\(|[<>])|media="[^"]*(?:&lt;|[<>])/)
  expect(css).not.toMatch(/text-decoration:[^;}]* /)
  expect(css.match(/\d[sld]v[hwib]\b/g)).toEqual(['1svh', '1svh'])
  for (const [, before, content] of css.matchAll(/([^{;]*);?content:([^;}]+?) ?\/ ?""/g)) {
    expect(before).toBe(`content:${content}`)
  }
})

test.each(globSync('dist/client/assets/*.js'))(
  '%s needs no browser newer than README names',
  async (file) => {
    const code = readFileSync(file, 'utf8')
    const print = async (target: string[]) => (await transformWithOxc(code, file, { target })).code
    const oldest = [`safari${safari}`, `ios${safari}`, `chrome${chrome}`, `firefox${firefox}`]
    expect(await print(oldest)).toBe(await print(['esnext']))
  },
)

/** Lightning CSS takes a version as a number with eight bits for each part. */
function toTarget(version: string): number {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major << 16) | (minor << 8)
}
