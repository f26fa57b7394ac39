import { dialects } from '../support/databases.ts'
import { run as flood } from './flood.ts'
import { run as soak } from './soak.ts'
import { run as randomRequests, runHttp, runTokens } from './random-requests.ts'
import { run as timing } from './timing.ts'
import { noLosses, scaled, torture } from './torture.ts'

// The runs of `npm run tools -- torture` with hostile clients, response times and memory growth.

for (const dialect of dialects) {
  torture(
    `random requests get no server error (${dialect})`,
    () => randomRequests({ dialect, bodies: scaled(dialect === 'sqlite' ? 800_000 : 200_000) }),
    { serverErrors: 0, loggedErrors: 0 },
  )
  torture(
    `forged tokens are rejected (${dialect})`,
    () => runTokens({ dialect, tokens: scaled(20_000) }),
    {
      accepted: 0,
      isUntouched: true,
    },
  )
}
for (const dialect of dialects) {
  for (const signupsPerSecond of [5, 20, 100]) {
    const size = {
      mailPerSecond: 10,
      unconfirmedPerHour: 1000,
      seconds: scaled(60),
      secondsAfter: scaled(120),
    }
    torture(
      `a flood of ${signupsPerSecond} signups a second leaves the mail rate steady (${dialect})`,
      async () => {
        const figures = await flood({ dialect, signupsPerSecond, ...size })
        return { ...figures, isSteady: figures.slowestSecond >= 7 && figures.fastestSecond <= 12 }
      },
      { refused: 0, isSteady: true },
    )
  }
}
torture(
  'random requests over HTTP get no server error',
  () => runHttp({ bodies: scaled(100_000) }),
  { serverErrors: 0 },
)
for (const path of ['/contact', '/my-data']) {
  torture(
    `response times of ${path} do not reveal known addresses`,
    async () => {
      const { figures, ok } = await timing({ samples: scaled(5000), paths: [path] })
      const maxT = Math.max(...figures.map(({ t }) => Math.abs(t)))
      return { run: 'timing', path, maxT, ok }
    },
    { ok: true },
  )
}
for (const dialect of dialects) {
  torture(
    `a soak under load leaves memory and open files flat (${dialect})`,
    async () => {
      const figures = await soak({ dialect, seconds: scaled(300) })
      const isFlat = figures.memoryGrowth < 1.2 && figures.descriptorGrowth < 1.2
      return { ...figures, isFlat }
    },
    { ...noLosses, notServed: 0, isFlat: true },
  )
}
