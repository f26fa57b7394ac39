import { readFileSync } from 'node:fs'

/** The peak resident memory of a process, as Linux records it. */
export function peakMegabytesOf(pid: number, before: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.max(before, Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return before
  }
}
