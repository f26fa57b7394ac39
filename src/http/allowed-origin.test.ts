import { expect, test } from 'vitest'
import { isAllowedOrigin } from './allowed-origin.ts'

test('a sandboxed frame is rejected, even if an HTTP/1.0 request names no host', () => {
  const site = { publicUrl: 'https://www.example.com', allowedOrigins: [] }
  const header = (name: string) => (name === 'origin' ? 'null' : undefined)
  expect(isAllowedOrigin(header, site)).toBe(false)
})
