import { failure, ok, type Finding } from './finding.ts'

export function checkContent(sampleFields: string[]): Finding {
  if (sampleFields.length === 0) return ok('Content', 'no made-up values left')
  const message = `made-up values left\n${byFile(sampleFields).join('\n')}`
  return failure('Content', message, 'Replace each sample(…), wrapper and all, by the real value.')
}

/** "content/site.ts: brand, email": a line a file, to leave room on the screen. */
function byFile(sampleFields: string[]): string[] {
  const files = Map.groupBy(sampleFields, (place) => place.split(': ')[0]!)
  return Array.from(files, ([file, places]) => {
    const fields = places.map((place) => place.slice(file.length + 2))
    // A letter is sample content as a whole.
    return fields.join('') === '' ? `${file}: all of it` : `${file}: ${fields.join(', ')}`
  })
}
