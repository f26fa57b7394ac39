import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

test.each([
  ['the socket, without a proxy', '192.0.2.1', '1.1.1.1', 0, '192.0.2.1'],
  ['the only entry, behind one proxy', '10.0.0.1', '1.1.1.1', 1, '1.1.1.1'],
  ['the last entry, behind one proxy', '10.0.0.1', '9.9.9.9, 1.1.1.1', 1, '1.1.1.1'],
  ['the first entry, when others are missing', '10.0.0.1', '1.1.1.1', 2, '1.1.1.1'],
  ['the socket, when the entry is no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
  ['the socket, when there is no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
  ['an entry with a port', '10.0.0.1', '1.1.1.1:5678', 1, '1.1.1.1'],
  ['an IPv6 entry with a port', '10.0.0.1', '[2001:db8::1]:5678', 1, '20010db800000000'],
  ['an IPv4-mapped address', '::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['an IPv4-mapped address, in hex', '::FFFF:c000:201', undefined, 0, '192.0.2.1'],
  ['IPv4 behind a NAT64', '64:ff9b::c000:201', undefined, 0, '192.0.2.1'],
  ['IPv4 behind a NAT64, with dots', '10.0.0.1', '64:ff9b::192.0.2.1', 1, '192.0.2.1'],
  ['IPv4 through 6to4', '2002:c000:201:5::1', undefined, 0, '192.0.2.1'],
  ['the /64 of an IPv6 address', '2001:db8:a:b:1:2:3:4', undefined, 0, '20010db8000a000b'],
  ['a shortened IPv6 address', '2001:DB8::1', undefined, 0, '20010db800000000'],
  ['a link-local address', 'fe80::1%eth0', undefined, 0, 'fe80000000000000'],
  ['the loopback address', '::1', undefined, 0, '0'],
  ['unknown, when there is no socket', undefined, undefined, 0, 'unknown'],
])('the client address is %s', (_, socket, forwardedFor, trustedProxies, client) => {
  expect(clientAddress(socket, forwardedFor, trustedProxies)).toBe(client)
})
