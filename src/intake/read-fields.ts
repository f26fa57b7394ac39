/** A body that is not what its content type says. */
export class MalformedBody extends Error {}

/** Reads a flat JSON object without the leniency of JSON.parse: no key may stand twice. */
export function readJsonFields(body: Uint8Array): Map<string, unknown> {
  const text = decode(body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new MalformedBody('The body is not valid JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedBody('The body must be a JSON object.')
  }
  const fields = new Map<string, unknown>()
  for (const key of topLevelKeys(text)) {
    if (fields.has(key)) throw new MalformedBody('A key stands twice.')
    fields.set(key, Object.getOwnPropertyDescriptor(value, key)?.value)
  }
  return fields
}

/** Reads application/x-www-form-urlencoded as a browser sends it. */
export function readFormFields(body: Uint8Array): Map<string, unknown> {
  const text = decode(body)
  if (!isWellEncoded(text)) throw new MalformedBody('The body is not a valid form.')
  const fields = new Map<string, unknown>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (fields.has(key)) throw new MalformedBody('A field stands twice.')
    // A field pasted from a spreadsheet holds tabs; the scripted form turns them to spaces as well.
    fields.set(key, value.replaceAll('\t', ' '))
  }
  return fields
}

/** URLSearchParams would turn %FF into a question mark and keep it. */
function isWellEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    throw new MalformedBody('The body is not valid UTF-8.')
  }
}

/** The text is known to be valid JSON, so strings and brackets are all there is to see. */
function topLevelKeys(json: string): string[] {
  const keys: string[] = []
  let depth = 0
  let expectsKey = false
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      expectsKey = depth === 1
    } else if (token === '}' || token === ']') depth -= 1
    else if (token === ',') expectsKey = depth === 1
    else if (expectsKey) {
      keys.push(JSON.parse(token) as string)
      expectsKey = false
    }
  }
  return keys
}
