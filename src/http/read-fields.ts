/** Enough for the longest message, name and address in any script, as JSON. */
export const maxBodyBytes = 16 * 1024

/** The body doesn't match its content type. */
export class MalformedBody extends Error {}

/** Reads a JSON object. If a key occurs twice, the last one counts. */
export function readJsonFields(body: Uint8Array): Map<string, unknown> {
  const text = decode(body)
  const value = orMalformed(() => JSON.parse(text) as unknown, 'The body is not valid JSON.')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new MalformedBody('The body must be a JSON object.')
  }
  return new Map(Object.entries(value))
}

/** Reads application/x-www-form-urlencoded as a browser sends it. */
export function readFormFields(body: Uint8Array): Map<string, unknown> {
  const text = decode(body)
  // URLSearchParams would replace %FF by U+FFFD and accept it.
  orMalformed(() => decodeURIComponent(text), 'The body is not a valid form.')
  const fields = new Map<string, unknown>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (fields.has(key)) throw new MalformedBody('A field occurs twice.')
    // Text pasted from a spreadsheet contains tabs. The scripted form replaces them, too.
    fields.set(key, value.replaceAll('\t', ' '))
  }
  return fields
}

/** One field of a plain form: empty if it is missing or the form is malformed. */
export function readFormField(body: ArrayBuffer, name: string): string {
  try {
    return (readFormFields(new Uint8Array(body)).get(name) as string | undefined) ?? ''
  } catch (error) {
    if (error instanceof MalformedBody) return ''
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(body: Uint8Array): string {
  return orMalformed(() => utf8.decode(body), 'The body is not valid UTF-8.')
}

function orMalformed<Value>(read: () => Value, message: string): Value {
  try {
    return read()
  } catch {
    throw new MalformedBody(message)
  }
}
