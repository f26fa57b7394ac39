import { describeError } from '#user-error.ts'

/** One result of `doctor`. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'failure'
  subject: string
  message: string
  advice: string | undefined
}

const maxAgeMs = 10 * 60_000

/** Runs the checks of `doctor` beside the pages: DNS and a mail server may take seconds to answer. */
export function createCheckup(examine: () => AsyncIterable<Finding>, clock: () => Date) {
  let findings: Finding[] = []
  let checkedAt: Date | undefined
  let isRunning = false

  async function run() {
    isRunning = true
    try {
      findings = await Array.fromAsync(examine())
    } catch (error) {
      const message = String(describeError(error))
      findings = [{ level: 'failure', subject: 'Checks', message, advice: undefined }]
    }
    checkedAt = clock()
    isRunning = false
  }

  return {
    /** The last result; starts the next one if that is old. */
    read(isWanted = false) {
      const ageMs = checkedAt ? clock().getTime() - checkedAt.getTime() : Infinity
      if (!isRunning && (isWanted || ageMs > maxAgeMs)) void run()
      return { findings, checkedAt, isRunning }
    },
  }
}
