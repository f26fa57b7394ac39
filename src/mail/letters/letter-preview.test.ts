import { expect, test } from 'vitest'
import { createLetterPreview } from './letter-preview.tsx'

const preview = createLetterPreview()

async function textAt(path: string): Promise<string> {
  const response = await preview.request(path)
  expect(response.status).toBe(200)
  return await response.text()
}

async function letterNames(): Promise<string[]> {
  const list = await textAt('/dev/letters')
  return Array.from(list.matchAll(/href="\/dev\/letters\/([\w-]+)"/g), ([, name]) => name!)
}

test('each letter carries the company data, no picture and no request to anywhere', async () => {
  const names = await letterNames()
  expect(names.length).toBeGreaterThanOrEqual(4)
  for (const name of names) {
    const html = await textAt(`/dev/letters/${name}`)
    const text = await textAt(`/dev/letters/${name}/text`)
    for (const body of [html, text]) {
      for (const fact of ['S.r.l.', 'Via dei Campioni 1', 'REA MI-0000000', 'IT01234567897']) {
        expect(body).toContain(fact)
      }
      expect(body).toContain('PEC spunta@pec.example')
      expect(body).toContain('€ 10,000.00')
    }
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(|\bsrc=/)
    expect(text).not.toMatch(/<\w|&\w+;|undefined/)
  }
})
