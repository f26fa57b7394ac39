import { expect, test } from 'vitest'
import { brokenPromise, newSeed } from './report.ts'
import { simulate } from './simulate.ts'

// To repeat one: SEED=42 npx vitest run test/simulation
const given = process.env['SEED']
const fixed = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const seeds = given === undefined ? [...fixed, newSeed(), newSeed()] : [Number(given)]

test.each(seeds)('every promise is kept in the morning of seed %i', async (seed) => {
  expect(await brokenPromise(seed)).toBeUndefined()
})

test('the same seed plays the same morning', async () => {
  expect(await simulate(1)).toEqual(await simulate(1))
})
