import type { Config } from '#config.ts'

export type AllowedOrigins = Pick<Config, 'publicUrl' | 'allowedOrigins'>

/** Programs send no Origin. A browser's must be ours, by PUBLIC_URL or by the very host it asked. */
export function isAllowedOrigin(
  header: (name: string) => string | undefined,
  { publicUrl, allowedOrigins }: AllowedOrigins,
): boolean {
  const origin = header('origin')
  if (origin === undefined) return header('sec-fetch-site') !== 'cross-site'
  if (origin === publicUrl || allowedOrigins.includes(origin)) return true
  return URL.parse(origin)?.host === header('host')
}
