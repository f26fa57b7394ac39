import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Answers a step later, or two, whatever the work was: its time would tell a stranger whether an address is
 * known. The clock starts before the work, so that nothing of it shows in the moment of the answer.
 */
export async function onGrid<Result>(work: () => Promise<Result>, stepMs: number): Promise<Result> {
  let step = sleep(stepMs)
  let isDone = false
  const result = work().finally(() => (isDone = true))
  // Whoever waits for it hears of its failure, a step later.
  result.catch(() => {})
  for (;;) {
    await step
    if (isDone) return await result
    step = sleep(stepMs)
  }
}
