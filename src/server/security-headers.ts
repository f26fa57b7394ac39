import { secureHeaders } from 'hono/secure-headers'

/** What every answer carries. The content security policy is each page's own, by its hashes. */
export function securityHeaders({ publicUrl }: { publicUrl: string }) {
  return secureHeaders({
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xContentTypeOptions: 'nosniff',
    xFrameOptions: 'DENY',
    strictTransportSecurity: publicUrl.startsWith('https:')
      ? 'max-age=63072000; includeSubDomains'
      : false,
    permissionsPolicy: {
      accelerometer: [],
      camera: [],
      displayCapture: [],
      geolocation: [],
      gyroscope: [],
      magnetometer: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    xXssProtection: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: '?1',
  })
}

/** For answers that are no page: nothing in them may ever run. */
export const emptyPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
