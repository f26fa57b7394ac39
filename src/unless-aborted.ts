import { addAbortListener } from 'node:events'

/** Waits for it, but no longer than to the signal. Unlike a race with the signal's end, it leaves nothing behind. */
export async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>()
  const listening = addAbortListener(signal, () => resolve())
  await Promise.race([work, aborted]).finally(() => listening[Symbol.dispose]())
}
