import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { site } from '../../src/content/content.ts'
import { localPath, routes } from '../../src/routes.ts'
import { chromiumFlags, findChromium } from '../chromium.mjs'

interface Report {
  runtimeError?: { message: string }
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { id: string; title: string; displayValue?: string; score: number | null }>
}

const paths = site.languages.flatMap((language) =>
  ['/', '/about', '/contact', '/terms', '/privacy', routes.questionnaire].map((path) =>
    localPath(language, path),
  ),
)
const runs = 3
const browser = findChromium()

/** Runs Lighthouse's mobile preset three times per page, and prints the lowest scores. */
export async function examineWithLighthouse(url: string) {
  const table: Record<string, Record<string, number>> = {}
  const losses = new Set<string>()
  for (const path of paths) {
    for (let run = 0; run < runs; run += 1) {
      const lowest = (table[path] ??= {})
      const report = await examineAgain(`${url}${path}`)
      for (const { title, score } of Object.values(report.categories)) {
        lowest[title] = Math.min(lowest[title] ?? 100, Math.round((score ?? 0) * 100))
      }
      for (const loss of lossesIn(report)) losses.add(`${path}: ${loss}`)
    }
  }
  console.log(`The lowest of ${runs} runs, in ${browser}:`)
  console.table(table)
  for (const loss of losses) console.log(loss)
  const scores = Object.values(table).flatMap((lowest) => Object.values(lowest))
  if (scores.some((score) => score < 100)) process.exitCode = 1
}

/** Sometimes Chromium's trace is incomplete, and Lighthouse asks to be run again. */
async function examineAgain(url: string): Promise<Report> {
  return await examine(url).catch(() => examine(url))
}

async function examine(url: string): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      'lighthouse@13.5.0',
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility,best-practices,seo',
      `--chrome-flags=--headless=new ${chromiumFlags.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64 * 1024 * 1024 },
  )
  const report = JSON.parse(stdout) as Report
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  return report
}

/** The audits that cost points. */
function lossesIn({ categories, audits }: Report): string[] {
  return Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id]!)
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ id, title, displayValue }) => [id, title, displayValue].filter(Boolean).join(', ')),
  )
}
