import { shownField, shownHeader } from '#shown-texts.ts'

/** 'invalid': the server refused what the visitor typed. */
export type Outcome = 'done' | 'invalid' | 'failed'

export interface Answer {
  ok: boolean
  status: number
  body: string
}

interface Options {
  readOutcome: (answer: Answer) => Outcome
  /** Visitors see a failure only if the owner has set showFailureNotice. */
  logMessage: string
  showFailureNotice: boolean
  /** Scrolled into view afterwards. */
  result: Element
}

/** Sends a form's fields and resets the form if they were stored. */
export async function submitForm(form: HTMLFormElement, options: Options): Promise<Outcome> {
  let outcome: Outcome = 'failed'
  // Text typed meanwhile would be lost by the reset.
  setReadOnly(form, true)
  try {
    const answer = await postSubmission(form)
    outcome = options.readOutcome(answer)
    if (outcome === 'failed') throw new Error(`HTTP status ${answer.status}`)
    if (outcome === 'done') {
      form.reset()
      lastKey = undefined
    }
  } catch (error) {
    console.error(options.logMessage, error)
  }
  setReadOnly(form, false)
  if ((outcome !== 'failed' || options.showFailureNotice) && !hasMovedOn(form)) {
    options.result.scrollIntoView({ block: 'nearest' })
  }
  return outcome
}

/** Whether the visitor is elsewhere on the page by now. (Safari doesn't focus a button that is clicked.) */
export function hasMovedOn(form: HTMLFormElement): boolean {
  const { body, activeElement } = document
  return activeElement !== body && !form.contains(activeElement)
}

function setReadOnly(form: HTMLFormElement, isReadOnly: boolean) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    field.readOnly = isReadOnly
  }
}

const attemptTimeoutMs = 10_000
const retryDelaysMs = [600, 1800]

/** Reused until a success, so that pressing again after a lost response is a retry. */
let lastKey: { body: string; key: string } | undefined

/** Posts a form's fields and retries twice. With the same idempotency key the server stores one row. */
async function postSubmission(form: HTMLFormElement): Promise<Answer> {
  // The page's texts go in a header: the JSON holds only what the visitor typed.
  const { [shownField]: shownTexts, ...fields } = readFields(form)
  const body = JSON.stringify(fields)
  // crypto.randomUUID needs https or localhost.
  if (lastKey?.body !== body) {
    lastKey = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  }
  const request = {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': lastKey.key,
      ...(shownTexts !== undefined && { [shownHeader]: shownTexts }),
    },
    body,
  }
  for (let attempt = 0; ; attempt += 1) {
    const delayMs = retryDelaysMs[attempt]
    // Missing in Safari before 16.
    const signal = AbortSignal.timeout?.(attemptTimeoutMs) ?? null
    try {
      const response = await fetch(form.action, { ...request, signal })
      const { ok, status } = response
      // A connection can also be lost after the headers.
      const answer = { ok, status, body: await response.text() }
      if (ok || delayMs === undefined || !isTransient(status)) return answer
    } catch (error) {
      if (delayMs === undefined) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs))
  }
}

function readFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    // The server rejects control characters, and marks of direction in a name: pasted text may hold them.
    if (typeof value !== 'string') continue
    const typed = value.replace(/(?![\r\n])\p{Cc}/gu, ' ')
    const text = name === 'message' ? typed : typed.replace(/[\p{Zl}\p{Zp}\p{Bidi_C}]/gu, '')
    if (name !== 'website' || text !== '') fields[name] = text
  }
  return fields
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}
