interface Options {
  isOk: (response: Response) => boolean | Promise<boolean>
  /** Failures are silent but for the console, and the notice where the owner wants one. */
  complaint: string
  showFailureNotice: boolean
  /** Where what comes next is told: often out of sight. */
  answer: Element
}

/** Sends what a form holds, and empties it once that is kept. */
export async function submitForm(form: HTMLFormElement, options: Options): Promise<boolean> {
  let isDone = false
  // What is typed meanwhile would be emptied with the rest.
  setReadOnly(form, true)
  try {
    const response = await postSubmission(form)
    if (!(await options.isOk(response))) throw new Error(`answered ${response.status}`)
    form.reset()
    isDone = true
  } catch (error) {
    console.error(options.complaint, error)
  }
  setReadOnly(form, false)
  // Who moved on is left alone. (A button that is disabled while it works loses the focus.)
  const { body, activeElement } = document
  const isStillHere = activeElement === body || form.contains(activeElement)
  if ((isDone || options.showFailureNotice) && isStillHere) {
    options.answer.scrollIntoView({ block: 'nearest' })
  }
  return isDone
}

function setReadOnly(form: HTMLFormElement, isReadOnly: boolean) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    field.readOnly = isReadOnly
  }
}

const attemptTimeoutMs = 10_000
const pausesMs = [600, 1800]

/** Until all is well: who presses again after a lost answer sends the same thing, not another. */
let kept: { body: string; key: string } | undefined

/**
 * Posts a form's fields, and tries twice more after a failure that may pass. The key makes the
 * repetition safe: the server keeps one row, however many attempts reach it.
 */
async function postSubmission(form: HTMLFormElement): Promise<Response> {
  const body = JSON.stringify(readFields(form))
  // crypto.randomUUID is missing where the page is not served over https or from localhost.
  if (kept?.body !== body) {
    kept = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  }
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': kept.key },
    body,
  }
  for (let attempt = 0; ; attempt += 1) {
    const pauseMs = pausesMs[attempt]
    // Safari has it from 16 on: before, a request takes as long as it takes.
    const signal = AbortSignal.timeout?.(attemptTimeoutMs) ?? null
    try {
      const response = await fetch(form.action, { ...request, signal })
      if (response.ok) kept = undefined
      if (response.ok || pauseMs === undefined || !mayPass(response.status)) return response
    } catch (error) {
      if (pauseMs === undefined) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

function readFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) {
    // Pasted text holds tabs and worse, which the server refuses; an empty trap is not worth sending.
    if (typeof value !== 'string') continue
    const text = value.replace(/(?![\r\n])\p{Cc}/gu, ' ')
    if (name !== 'website' || text !== '') fields[name] = text
  }
  return fields
}

function mayPass(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}
