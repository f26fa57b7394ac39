import { site } from './content.ts'
import type { Site } from './content-rules.ts'

/** The tool's address once it is launched; false before. Pages are rendered with it. */
export type Launched = { url: string } | false

/** The site before or after its launch, from a moment on; null: from the start. */
export interface Stage {
  since: string | null
  launched: Launched
}

/** In order: one, or two if launch day lies ahead. A launch time that has passed counts as launched. */
export function stagesOf({ launched }: Pick<Site, 'launched'>, now: Date): Stage[] {
  if (!launched) return [{ since: null, launched }]
  const { url, at } = launched
  if (at === undefined || Date.parse(at) <= now.getTime()) {
    return [{ since: null, launched: { url } }]
  }
  const since = new Date(at).toISOString()
  return [
    { since: null, launched: false },
    { since, launched: { url } },
  ]
}

/** The one that is shown at this moment. */
export function stageAt<Any extends Pick<Stage, 'since'>>(stages: Any[], now: Date): Any {
  return stages.findLast(({ since }) => since === null || since <= now.toISOString())!
}

/** Whether the tool had been launched before this moment: anyone who confirms then gets no launch letter. */
export function wasLaunchedBefore(time: Date, { launched }: Pick<Site, 'launched'> = site) {
  return launched !== false && (launchTime({ launched }) ?? -Infinity) < time.getTime()
}

/** The owner's launch time as epoch milliseconds; undefined if content/site.ts has none. */
export function launchTime({ launched }: Pick<Site, 'launched'> = site): number | undefined {
  return launched && launched.at !== undefined ? Date.parse(launched.at) : undefined
}
