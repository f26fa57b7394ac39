import type { Finding } from './checkup.ts'
import type { PageContext } from './page-context.ts'
import { Act, Ago, Text } from './parts.tsx'

type Checkup = ReturnType<PageContext['checkup']['read']>

/** The findings of `doctor`: problems first, the rest on demand. */
export function Checks({ findings, checkedAt, isRunning, now }: Checkup & { now: Date }) {
  const isProblem = ({ level }: Finding) => level === 'failure' || level === 'warning'
  const problems = findings.filter(isProblem)
  const others = findings.filter((finding) => !isProblem(finding))
  return (
    <>
      <div className="beside">
        <p className="quiet">
          {isRunning && 'Checking… '}
          {checkedAt && (
            <>
              Checked <Ago at={checkedAt.toISOString()} now={now} />.
            </>
          )}
        </p>
        {!isRunning && <Act path="check" label="Check again" />}
      </div>
      <Findings findings={problems} />
      {checkedAt && problems.length === 0 && <p className="none">Everything is fine.</p>}
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
