import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { startSite } from '../test/support/start-site.ts'
import { chromiumFlags, findChromium } from './chromium.mjs'

// Lighthouse's mobile preset over the built site: three runs a page, and of each score the lowest.

const paths = ['/', '/about', '/contact', '/terms', '/privacy']
const runs = 3
const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']

const site = await startSite()
const chromePath = findChromium()
const chrome = await launch({
  ...(chromePath === undefined ? {} : { chromePath }),
  chromeFlags: ['--headless=new', ...chromiumFlags],
  logLevel: 'silent',
})
const table: Record<string, Record<string, number>> = {}
const losses = new Set<string>()
try {
  for (const path of paths) {
    for (let run = 0; run < runs; run += 1) {
      const lowest = (table[path] ??= {})
      const result = await examine(`${site.url}${path}`)
      for (const { title, score } of Object.values(result.categories)) {
        lowest[title] = Math.min(lowest[title] ?? 100, Math.round((score ?? 0) * 100))
      }
      for (const loss of lossesIn(result)) losses.add(`${path}: ${loss}`)
    }
  }
} finally {
  chrome.kill()
  await site.stop()
}
console.table(table)
for (const loss of losses) console.log(loss)
const isPerfect = Object.values(table).every((scores) =>
  Object.values(scores).every((score) => score === 100),
)
process.exit(isPerfect ? 0 : 1)

async function examine(url: string): Promise<Result> {
  const answer = await lighthouse(url, { port: chrome.port, logLevel: 'silent', onlyCategories })
  if (!answer) throw new Error(`Lighthouse gave no answer for ${url}`)
  const { lhr } = answer
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  return lhr
}

/** The audits that cost points. */
function lossesIn({ categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id]!)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, title, displayValue }) => [id, title, displayValue].filter(Boolean).join(', ')),
  )
}
