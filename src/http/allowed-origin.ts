export interface AllowedOrigins {
  publicUrl: string
  allowedOrigins: string[]
}

/** Where a request says it is from, and the address that it asked for. */
export interface AskedFrom {
  header: (name: string) => string | undefined
  url: string
}

/** Programs send no Origin. A browser's must be ours, by PUBLIC_URL or by the very host it asked. */
export function isAllowedOrigin(
  { header, url }: AskedFrom,
  { publicUrl, allowedOrigins }: AllowedOrigins,
): boolean {
  const origin = header('origin')
  if (origin === undefined) return header('sec-fetch-site') !== 'cross-site'
  if (origin === new URL(publicUrl).origin || allowedOrigins.includes(origin)) return true
  return URL.parse(origin)?.host === (header('host') ?? new URL(url).host)
}
