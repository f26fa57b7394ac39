import { findFirefox, findWebKit } from '../../tools/engines.mjs'
import type { Engine } from './engine-page.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'

/** The path of each engine on this machine, or undefined. */
export const engines = { webkit: findWebKit(), firefox: findFirefox() }

export function startEngine(name: keyof typeof engines): Promise<Engine> {
  const path = engines[name]
  if (path === undefined) throw new Error(`${name} is not installed`)
  return name === 'webkit' ? startWebKit(path) : startFirefox(path)
}
