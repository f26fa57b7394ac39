import { postSubmission } from './post-submission.ts'

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
