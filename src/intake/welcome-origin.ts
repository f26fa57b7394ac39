import type { Context } from 'hono'

export interface WelcomeOrigins {
  publicUrl: string
  allowedOrigins: string[]
}

/** Programs send no Origin. A browser's must be ours, by PUBLIC_URL or by the very host it asked. */
export function isWelcomeOrigin(
  c: Context,
  { publicUrl, allowedOrigins }: WelcomeOrigins,
): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) return c.req.header('sec-fetch-site') !== 'cross-site'
  if (origin === new URL(publicUrl).origin || allowedOrigins.includes(origin)) return true
  return URL.parse(origin)?.host === (c.req.header('host') ?? new URL(c.req.url).host)
}
