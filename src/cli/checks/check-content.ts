import type { Finding } from './finding.ts'

export function checkContent(sampleFields: string[]): Finding {
  const subject = 'Content'
  if (sampleFields.length === 0) return { level: 'ok', subject, message: 'no made-up values left' }
  return {
    level: 'failure',
    subject,
    message: `made-up values left\n${byFile(sampleFields).join('\n')}`,
    advice: 'Replace each sample(…), wrapper and all, by the real value.',
  }
}

/** "content/site.ts: brand, email": a line a file, to leave room on the screen. */
function byFile(sampleFields: string[]): string[] {
  const files = Map.groupBy(sampleFields, (place) => place.split(': ')[0]!)
  return Array.from(
    files,
    ([file, places]) =>
      `${file}: ${places.map((place) => place.slice(file.length + 2)).join(', ')}`,
  )
}
