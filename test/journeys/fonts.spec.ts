import { readFileSync } from 'node:fs'
import { expect, test } from '../support/journey.ts'
import { openView, views } from '../support/views.ts'

const faces = { Newsreader: 'newsreader', 'Hanken Grotesk': 'hanken-grotesk' }

for (const view of views.filter(({ under }) => under === undefined)) {
  test(`${view.name}: every character is in the face that it is set in`, async ({ page }) => {
    await openView(page, view)
    const used = await page.evaluate(() => {
      const found: Record<string, string> = {}
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement!
        if (/^(?:SCRIPT|STYLE)$/.test(element.tagName)) continue
        const [face] = getComputedStyle(element).fontFamily.split(',')
        const name = face!.replaceAll('"', '')
        found[name] = (found[name] ?? '') + texts.currentNode.textContent
      }
      return found
    })
    expect(Object.keys(faces)).toEqual(expect.arrayContaining(Object.keys(used)))
    for (const [face, file] of Object.entries(faces)) {
      const cut = readFileSync(`dist/fonts/${file}.txt`, 'utf8')
      const missing = new Set((used[face] ?? '').replace(/[\s\u2060]/g, ''))
      for (const sign of cut) missing.delete(sign)
      expect([...missing], face).toEqual([])
    }
  })
}

test('the faces weigh at most 23 KB together', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
  )
  expect(sizes).toHaveLength(2)
  expect(sizes[0]! + sizes[1]!).toBeLessThanOrEqual(23 * 1024)
})
