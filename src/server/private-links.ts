import { routes } from '#routes.ts'

const tokenPaths = [routes.confirm, routes.unsubscribe, routes.myData]

/** Where a path holds a token, its pattern: for the log, which must not hold one. */
export function tokenPattern(path: string): string | undefined {
  const base = tokenPaths.find((one) => path.startsWith(`${one}/`))
  return base && `${base}/:token`
}

/** Whoever has such an address can act, so it is kept by nobody and told to no other site. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}
