import { expect, test } from 'vitest'

/** A part of it, to try it out: TORTURE_PART=0.1 npm run torture */
export const part = Number(process.env['TORTURE_PART'] ?? 1)

export const of = (count: number) => Math.ceil(count * part)

type Figures = Record<string, string | number | boolean>

/** One line; whatever is named here must be as it says. */
export function torture(name: string, run: () => Promise<Figures>, wanted: Figures) {
  test(name, async () => {
    const startedAt = performance.now()
    const figures = await run().catch((error: unknown) => {
      // oxlint-disable-next-line no-console -- At once, and not an hour later with all the others.
      console.log(`run ${name} broke off: ${String(error)}`)
      throw error
    })
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const line = Object.entries({ ...figures, seconds }).map(([what, value]) => `${what} ${value}`)
    // oxlint-disable-next-line no-console -- What it is for.
    console.log(line.join(', '))
    expect(figures).toMatchObject(wanted)
  })
}

export const unharmed = { lost: 0, doubled: 0, withoutMail: 0, damaged: '' }
