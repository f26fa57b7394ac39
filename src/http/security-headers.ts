/** Default headers of every response. Pages replace the policy by one with hashes, files the caching. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': emptyPolicy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Permissions-Policy': unusedFeatures,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not includeSubDomains: the owner's other subdomains may not have https.
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  }
}

/** For paths that hold a token: anyone with the address can act, so no cache or other site may get it. */
export const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

const unusedFeatures =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()'

/** For responses that are not pages: nothing in them may run. */
const emptyPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
