import { dialects } from '../support/databases.ts'
import { run as flood } from './flood.ts'
import { run as soak } from './soak.ts'
import { run as strangers, runHttp, runTokens } from './strangers.ts'
import { run as timing } from './timing.ts'
import { of, torture, unharmed } from './torture.ts'

// The other half of `npm run torture`: what anybody can send, find out or wear down.

for (const dialect of dialects) {
  torture(
    `strangers ${dialect}`,
    () => strangers({ dialect, bodies: of(dialect === 'sqlite' ? 800_000 : 200_000) }),
    { serverErrors: 0, unexplained: 0 },
  )
  torture(`tokens ${dialect}`, () => runTokens({ dialect, tokens: of(20_000) }), {
    accepted: 0,
    isUntouched: true,
  })
}
for (const dialect of dialects) {
  for (const signupsPerSecond of [5, 20, 100]) {
    const size = {
      mailPerSecond: 10,
      unconfirmedPerHour: 1000,
      seconds: of(60),
      secondsAfter: of(120),
    }
    torture(
      `flood of ${signupsPerSecond} a second ${dialect}`,
      async () => {
        const figures = await flood({ dialect, signupsPerSecond, ...size })
        return { ...figures, isSteady: figures.slowestSecond >= 7 && figures.fastestSecond <= 12 }
      },
      { refused: 0, isSteady: true },
    )
  }
}
torture('strangers over HTTP', () => runHttp({ bodies: of(100_000) }), { serverErrors: 0 })
for (const path of ['/contact', '/my-data']) {
  torture(
    `timing ${path}`,
    async () => {
      const { figures, ok } = await timing({ samples: of(5000), paths: [path] })
      const most = Math.max(...figures.map(({ t }) => Math.abs(t)))
      return { run: 'timing', path, most, ok }
    },
    { ok: true },
  )
}
for (const dialect of dialects) {
  torture(
    `soak ${dialect}`,
    async () => {
      const figures = await soak({ dialect, seconds: of(300) })
      const isFlat = figures.memoryGrowth < 1.2 && figures.descriptorGrowth < 1.2
      return { ...figures, isFlat }
    },
    { ...unharmed, notServed: 0, isFlat: true },
  )
}
