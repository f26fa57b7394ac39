import { expect, test } from 'vitest'
import { brokenPromise, newSeed } from '../simulation/report.ts'
import { scaled } from './torture.ts'

// Until it is stopped: TORTURE_PART=Infinity npm run tools -- torture -t simulation
const count = scaled(500)

test('a simulation of new seeds keeps every promise', { timeout: 0 }, async () => {
  for (let done = 1; done <= count; done += 1) {
    expect(await brokenPromise(newSeed())).toBeUndefined()
    if (done % 100 === 0) process.stdout.write(`simulation: ${done} seeds\n`)
  }
})
