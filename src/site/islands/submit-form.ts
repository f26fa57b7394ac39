import { postSubmission } from './post-submission.ts'

interface Options {
  isOk: (response: Response) => boolean | Promise<boolean>
  /** Failures are silent but for the console. */
  complaint: string
}

/** Sends what a form holds, and empties it once that is kept. */
export async function submitForm(form: HTMLFormElement, { isOk, complaint }: Options) {
  // What is typed meanwhile would be emptied with the rest.
  setReadOnly(form, true)
  try {
    const response = await postSubmission(form)
    if (!(await isOk(response))) throw new Error(`answered ${response.status}`)
    form.reset()
    return true
  } catch (error) {
    console.error(complaint, error)
    return false
  } finally {
    setReadOnly(form, false)
  }
}

/** A button that is disabled while it works loses the focus. */
export function isStillAt(form: HTMLFormElement): boolean {
  return document.activeElement === document.body || form.contains(document.activeElement)
}

function setReadOnly(form: HTMLFormElement, isReadOnly: boolean) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input, textarea')) {
    field.readOnly = isReadOnly
  }
}
