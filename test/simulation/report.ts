import { simulate } from './simulate.ts'

export const newSeed = () => Math.floor(Math.random() * 1_000_000)

/** @returns undefined, or the promise that was broken, its story, and how to repeat it */
export async function brokenPromise(seed: number): Promise<string | undefined> {
  const { story, broken } = await simulate(seed)
  if (broken === undefined) return undefined
  const lines = [...story, `Broken: ${broken}`, '', 'To repeat it:']
  return [...lines, `  SEED=${seed} npx vitest run test/simulation`].join('\n')
}
