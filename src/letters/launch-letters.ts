import { site } from '#content/content.ts'
import type { Site } from '#content/content-rules.ts'
import { launchTime } from '#content/launch.ts'
import type { Db } from '#database/schema.ts'
import { longTime } from '#long-time.ts'

type Content = Pick<Site, 'launched'>

/** How a letter that is bound to the launch waits: held while content/site.ts has no launch. */
export function boundToLaunch(now: Date, { launched }: Content = site) {
  const dueAt = Math.max(launchTime({ launched }) ?? 0, now.getTime())
  return {
    at_launch: 1,
    state: launched ? 'scheduled' : 'held',
    due_at: new Date(dueAt).toISOString(),
  } as const
}

/**
 * Letters that are bound to the launch follow content/site.ts. Call it when a server starts, before it sends.
 * @returns a line for each that waits
 */
export async function followLaunch(db: Db, now: Date, content: Content = site): Promise<string[]> {
  const { state, due_at } = boundToLaunch(now, content)
  const isLaunched = state === 'scheduled' && due_at === now.toISOString()
  const waiting = ['held', 'scheduled'] as const
  await db
    .updateTable('letters')
    .set({ state, due_at })
    .where('at_launch', '=', 1)
    .where('state', 'in', waiting)
    // If the launch came while no server was running, the letter goes to those who were confirmed then.
    .$if(isLaunched, (update) =>
      update.where((row) => row.or([row('state', '=', 'held'), row('due_at', '>', due_at)])),
    )
    .execute()
  const found = db.selectFrom('letters').select('name').where('at_launch', '=', 1)
  const letters = await found.where('state', 'in', waiting).orderBy('name').execute()
  const plan =
    state === 'held'
      ? 'is held until content/site.ts has a launch'
      : isLaunched
        ? 'goes out now: the site is launched'
        : `goes out at the launch, ${longTime('en', new Date(due_at))}`
  return letters.map(({ name }) => `${name} ${plan}`)
}
