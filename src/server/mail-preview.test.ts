import { expect, test } from 'vitest'
import { createMailPreview } from './mail-preview.ts'
import { companyLines } from '#content/company-facts.ts'
import { routes } from '#routes.ts'

const preview = createMailPreview()

async function textAt(path: string): Promise<string> {
  const response = await preview.request(path)
  expect(response.status).toBe(200)
  return await response.text()
}

async function letterNames(): Promise<string[]> {
  const list = await textAt('/dev/letters')
  return Array.from(list.matchAll(/href="\/dev\/letters\/([\w-]+)"/g), ([, name]) => name!)
}

const plain = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

test('each letter carries the company data, no picture and no request to anywhere', async () => {
  const names = await letterNames()
  expect(names.length).toBeGreaterThanOrEqual(4)
  for (const name of names) {
    const html = await textAt(`/dev/letters/${name}`)
    const text = await textAt(`/dev/letters/${name}/text`)
    for (const line of companyLines(name.endsWith('-it') ? 'it' : 'en')) {
      expect(text).toContain(line)
      expect(plain(html)).toContain(line)
    }
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(|\bsrc=/)
    expect(text).not.toMatch(/<\w|&\w+;|undefined/)
  }
})

test('each letter links to the policy and to My data', async () => {
  for (const name of await letterNames()) {
    const html = await textAt(`/dev/letters/${name}`)
    const text = await textAt(`/dev/letters/${name}/text`)
    for (const path of [routes.privacy, routes.myData]) {
      expect(html).toMatch(new RegExp(`href="https://[^"]+${path}"`))
      expect(text).toMatch(new RegExp(`https://\\S+${path}$`, 'm'))
    }
  }
})
