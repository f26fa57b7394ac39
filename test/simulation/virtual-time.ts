import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import type { Random } from './random.ts'

/** A process of the simulation. Its timers wait while it is suspended, and never fire once it is dead. */
export interface Process {
  name: string
  isDead: boolean
  suspendedUntilMs: number
}

interface Timer {
  atMs: number
  process: Process | undefined
  run: () => void
}

export type VirtualTime = ReturnType<typeof installVirtualTime>

const startMs = Date.parse('2026-03-01T12:00:00.000Z')

/**
 * Replaces all timers, the monotonic clock and random ids until `restore`. Time jumps from one timer to the next, so that
 * hours take a second, and the seed decides what happens first.
 */
export function installVirtualTime(random: Random) {
  const timers = createTimers(random)
  const { nowMs, start, clear, sleep } = timers
  let skippedMs = 0
  const clock = () => new Date(startMs + skippedMs + Math.floor(nowMs()))
  const uuid = () =>
    (clock().getTime().toString(16).padStart(12, '0') + random.hex(20)).replace(
      /^(.{8})(.{4})(.{3})(.{3})(.{12}).*/,
      '$1-$2-7$3-a$4-$5',
    )
  const restore = replaceAll([
    [globalThis, { setTimeout: start, clearTimeout: clear }],
    [globalThis.performance, { now: nowMs }],
    [globalThis.crypto, { randomUUID: uuid }],
    [builtin('node:crypto'), { randomUUID: uuid, randomUUIDv7: uuid }],
    [builtin('node:timers/promises'), { setTimeout: sleep, setImmediate: () => sleep() }],
  ])
  return {
    ...timers,
    clock,
    /** As when the system's clock is set: mail becomes due, but no timer fires. */
    skip: (ms: number) => void (skippedMs += ms),
    restore,
  }
}

function createTimers(random: Random) {
  const current = new AsyncLocalStorage<Process | undefined>()
  const queue: Timer[] = []
  let nowMs = 0

  function add(timer: Timer) {
    const before = queue.findLastIndex(({ atMs }) => atMs <= timer.atMs)
    queue.splice(before + 1, 0, timer)
  }

  function start<Args extends unknown[]>(run: (...args: Args) => void, ms = 0, ...args: Args) {
    // Late by a little, as on a busy machine: it varies what happens first.
    const atMs = nowMs + Math.max(ms, 0) + random.between(0, 2)
    const timer = { atMs, process: current.getStore(), run: () => run(...args), unref() {} }
    add(timer)
    return timer
  }

  function clear(timer: Timer | undefined) {
    const index = timer ? queue.indexOf(timer) : -1
    if (index !== -1) queue.splice(index, 1)
  }

  return {
    nowMs: () => nowMs,
    start,
    clear,
    sleep: (ms?: number) => new Promise<void>((resolve) => start(resolve, ms)),
    /** Undefined: what happens outside goes on when a process dies. */
    runAs: <Result>(process: Process | undefined, work: () => Result) => current.run(process, work),
    /** Runs all timers up to this moment, one after another. */
    async runUntil(untilMs: number) {
      await settle()
      for (let timer = queue[0]; timer && timer.atMs <= untilMs; timer = queue[0]) {
        queue.shift()
        if (timer.process?.isDead) continue
        nowMs = Math.max(nowMs, timer.atMs)
        const resumesAt = timer.process?.suspendedUntilMs ?? 0
        if (resumesAt > nowMs) {
          add(Object.assign(timer, { atMs: resumesAt }))
          continue
        }
        current.run(timer.process, timer.run)
        await settle()
      }
      nowMs = Math.max(nowMs, untilMs)
    },
  }
}

const realSetImmediate = globalThis.setImmediate
/** Resolves after all promises that are ready, and those that follow from them. */
const settle = () => new Promise((resolve) => realSetImmediate(resolve))

const builtin = createRequire(import.meta.url) as (name: string) => object

/** @returns a function that restores the original values */
function replaceAll(replacements: [target: object, values: Record<string, unknown>][]) {
  const undo = replacements.flatMap(([target, values]) =>
    Object.entries(values).map(([name, value]) => {
      const original: unknown = Reflect.get(target, name)
      const set = (to: unknown) =>
        Object.defineProperty(target, name, { value: to, writable: true, configurable: true })
      set(value)
      return () => void set(original)
    }),
  )
  // For modules that imported these functions by name.
  syncBuiltinESMExports()
  return () => {
    for (const restoreOne of undo.toReversed()) restoreOne()
    syncBuiltinESMExports()
  }
}
