import { describeError } from '#user-error.ts'
import { Text, When } from './parts.tsx'

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

/** Problems first, the rest on demand. */
export function Checks(checkup: ReturnType<ReturnType<typeof createCheckup>['read']>) {
  const { findings, checkedAt, isRunning } = checkup
  const isProblem = ({ level }: Finding) => level === 'failure' || level === 'warning'
  const problems = findings.filter(isProblem)
  const others = findings.filter((finding) => !isProblem(finding))
  return (
    <>
      <p className="quiet">
        {isRunning ? 'Checking…' : 'Checked'} {checkedAt !== null && <When at={checkedAt} />}
      </p>
      <Findings findings={problems} />
      {checkedAt !== null && problems.length === 0 && <p className="none">Everything is fine.</p>}
      {others.length > 0 && (
        <details>
          <summary>{others.length} checks without a problem</summary>
          <Findings findings={others} />
        </details>
      )}
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
  return (
    <ul className="findings">
      {findings.map(({ level, subject, message, advice }) => {
        const [first = '', ...more] = message.split('\n')
        return (
          <li key={`${subject} ${message}`}>
            <span className={`level level-${level}`}>{level}</span> <strong>{subject}</strong>{' '}
            <Text>{first}</Text>
            {more.length > 0 && (
              <details>
                <summary>Details</summary>
                <Text>{more.join('\n')}</Text>
              </details>
            )}
            {advice !== undefined && (
              <p className="quiet">
                {advice
                  .split('`')
                  .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}
