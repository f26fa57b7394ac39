import { expect, test } from 'vitest'

/** The share of the full size, for a short run: TORTURE_PART=0.1 npm run tools -- torture */
export const part = Number(process.env['TORTURE_PART'] ?? 1)

export const scaled = (count: number) => Math.ceil(count * part)

type Figures = Record<string, string | number | boolean>

/** Runs a test that prints its figures as one line; `wanted` figures must match. */
export function torture(name: string, run: () => Promise<Figures>, wanted: Figures) {
  test(name, async () => {
    const startedAt = performance.now()
    const figures = await run().catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- Vitest would print it only at the end of the whole run.
      console.log(`run ${name} failed: ${String(error)}`)
      throw error
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const line = Object.entries({ ...figures, seconds }).map(([what, value]) => `${what} ${value}`)
    // oxlint-disable-next-line no-console -- The result of the run.
    console.log(line.join(', '))
    expect(figures).toMatchObject(wanted)
  })
}

export const noLosses = { lost: 0, doubled: 0, withoutMail: 0, damaged: '' }
