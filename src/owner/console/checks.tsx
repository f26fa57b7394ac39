import { describeError } from '#user-error.ts'
import { wasLaunchedBefore } from '#content/launch.ts'
import { launchLetter, type OwnLetter } from '#letters/letter-file.ts'
import { sampleTexts } from '#letters/read-letters.ts'
import { failure, problemsIn, type Finding } from '../finding.ts'
import { checkSending, type SendOptions } from '../send-letter.ts'
import { Command, Text, When } from './parts.tsx'

const maxAgeMs = 60_000

/** Runs the checks of `doctor` in the background: DNS and a mail server may take seconds to answer. */
export function createBackgroundChecks(runChecks: () => AsyncIterable<Finding>, clock: () => Date) {
  let findings: Finding[] = []
  let checkedAt: Date | undefined
  let isRunning = false

  async function run() {
    isRunning = true
    try {
      findings = await Array.fromAsync(runChecks())
    } catch (error) {
      findings = [failure('Checks', String(describeError(error)))]
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

/** The same for the checks before a letter is sent. Of its text they read only which translations and samples it has. */
export function createLetterChecks(context: Parameters<typeof checkSending>[0]) {
  const checks = new Map<string, ReturnType<typeof createBackgroundChecks>>()
  return (
    own: OwnLetter,
    { at = usualTime(own, context.clock()) }: Pick<SendOptions, 'at'> = {},
  ) => {
    const runChecks = async function* () {
      // The page asks about translations itself.
      yield* await checkSending(context, own, { at, fallback: 'en' })
    }
    const key = JSON.stringify([own.name, at?.text, sampleTexts(own)])
    return checks
      .getOrInsertComputed(key, () => createBackgroundChecks(runChecks, context.clock))
      .read()
  }
}

/** Until the owner chooses a time. */
function usualTime({ name }: OwnLetter, now: Date): SendOptions['at'] {
  if (name !== launchLetter || wasLaunchedBefore(now)) return undefined
  return { dueAt: 'launch', text: 'launch' }
}

export type CheckResult = ReturnType<ReturnType<typeof createBackgroundChecks>['read']>

/** The problems that were found, each by its first line. `doctor` prints the rest. */
export function CheckSummary({ findings, checkedAt, isRunning }: CheckResult) {
  const problems = problemsIn(findings)
  return (
    <>
      <Problems problems={problems} />
      {checkedAt !== null && problems.length === 0 && <p className="none">Everything is fine.</p>}
      <p className="quiet">
        {isRunning ? 'Checking…' : 'Checked'} <When at={checkedAt} />
        <br />
        All checks: <Command args={['doctor']} />
      </p>
    </>
  )
}

function Problems({ problems }: { problems: Finding[] }) {
  return (
    <ul className="findings">
      {problems.map(({ level, subject, message, advice = '' }) => (
        <li key={`${subject} ${message}`}>
          <span className={`level level-${level}`}>{level}</span> <strong>{subject}</strong>{' '}
          <Text>{message.split('\n', 1)[0]!}</Text>
          <p className="quiet">{advice.split('`').map(codeIfOdd)}</p>
        </li>
      ))}
    </ul>
  )
}

export function codeIfOdd(part: string, index: number) {
  return index % 2 === 0 ? part : <code key={index}>{part}</code>
}
