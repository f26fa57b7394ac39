import type { Config } from '#config.ts'

export type AllowedOrigins = Pick<Config, 'publicUrl' | 'allowedOrigins'>

/** Only browsers send Origin. It must be PUBLIC_URL, an allowed origin, or the host of the request. */
export function isAllowedOrigin(
  header: (name: string) => string | undefined,
  { publicUrl, allowedOrigins }: AllowedOrigins,
): boolean {
  const origin = header('origin')
  if (origin === undefined) return header('sec-fetch-site') !== 'cross-site'
  if (origin === publicUrl || allowedOrigins.includes(origin)) return true
  // A request of HTTP/1.0 may name no host.
  const host = header('host')
  return host !== undefined && URL.parse(origin)?.host === host
}
