import { describeError } from '#user-error.ts'
import { Command, Text, When } from './parts.tsx'

/** One result of `doctor`. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'failure'
  subject: string
  message: string
  advice: string | undefined
}

const maxAgeMs = 60_000

/** Runs the checks of `doctor` in the background: DNS and a mail server may take seconds to answer. */
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
    /** The last findings. If they are old, the next check starts. */
    read() {
      const ageMs = checkedAt ? clock().getTime() - checkedAt.getTime() : Infinity
      if (!isRunning && ageMs > maxAgeMs) void run()
      return { findings, checkedAt: checkedAt?.toISOString() ?? null, isRunning }
    },
  }
}

/** The problems that were found, each by its first line. `doctor` prints the rest. */
export function Checks(checkup: ReturnType<ReturnType<typeof createCheckup>['read']>) {
  const { findings, checkedAt, isRunning } = checkup
  const problems = findings.filter(({ level }) => level === 'failure' || level === 'warning')
  return (
    <>
      <ul className="findings">
        {problems.map(({ level, subject, message, advice = '' }) => (
          <li key={`${subject} ${message}`}>
            <span className={`level level-${level}`}>{level}</span> <strong>{subject}</strong>{' '}
            <Text>{message.split('\n', 1)[0]!}</Text>
            <p className="quiet">{advice.split('`').map(codeIfOdd)}</p>
          </li>
        ))}
      </ul>
      {checkedAt !== null && problems.length === 0 && <p className="none">Everything is fine.</p>}
      <p className="quiet">
        {isRunning ? 'Checking…' : 'Checked'} {checkedAt !== null && <When at={checkedAt} />} All
        checks: <Command args={['doctor']} />
      </p>
    </>
  )
}

function codeIfOdd(part: string, index: number) {
  return index % 2 === 0 ? part : <code key={index}>{part}</code>
}
