import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { routes } from '#routes.ts'
import { socketAddress } from '#http/count-client.ts'
import type { Intake } from './intake.ts'
import { MalformedBody } from '#http/read-fields.ts'
import { bodyTooLarge } from './refusal.ts'

/** The intake under Hono: in development, in tests, and for what a browser asks before it posts. */
export function createIntakeRoutes(intake: Intake, allowedOrigins: string[]): Hono {
  const app = new Hono()
  app.options(
    routes.intake,
    cors({
      origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
      allowMethods: ['POST'],
      allowHeaders: ['Content-Type', 'Idempotency-Key'],
      maxAge: 600,
    }),
  )
  app.post(routes.intake, async (c) => {
    const { status, headers, body } = await intake({
      header: (name) => c.req.header(name),
      url: c.req.url,
      socketAddress: socketAddress(c),
      async readBody(maxSize) {
        let isTooLarge = false
        const onError = () => {
          isTooLarge = true
          return c.body(null)
        }
        try {
          await bodyLimit({ maxSize, onError })(c, async () => {})
          if (!isTooLarge) return new Uint8Array(await c.req.arrayBuffer())
        } catch {
          throw new MalformedBody('The body ended early.')
        }
        throw bodyTooLarge()
      },
    })
    return new Response(body || null, { status, headers })
  })
  return app
}
