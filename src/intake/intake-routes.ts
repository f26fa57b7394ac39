import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { routes } from '#routes.ts'
import { socketAddress } from '#http/count-client.ts'
import type { Intake } from './intake.ts'
import { MalformedBody, maxBodyBytes } from '#http/read-fields.ts'

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
      async readBody() {
        try {
          const bytes = new Uint8Array(await c.req.arrayBuffer())
          return bytes.length > maxBodyBytes ? undefined : bytes
        } catch {
          throw new MalformedBody('The body ended early.')
        }
      },
    })
    return new Response(body || null, { status, headers })
  })
  return app
}
