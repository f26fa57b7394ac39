/** Every kind of page of the console, with the data of console-data.ts. */
export const consoleViews: { name: string; path: string }[] = [
  { name: 'console, today', path: '' },
  { name: 'console, figures', path: 'figures' },
  { name: 'console, messages', path: 'messages' },
  { name: 'console, message', path: 'messages/019d2c3e-7a41-7c3e-8f2a-000000000001' },
  { name: 'console, subscribers', path: 'subscribers?state=pending' },
  { name: 'console, subscriber', path: 'subscribers/s0' },
  { name: 'console, letters', path: 'letters' },
  { name: 'console, letter', path: 'letters/launch' },
  { name: 'console, draft', path: 'letters/winter' },
  { name: 'console, letter going out', path: 'letters/spring' },
  { name: 'console, mail waiting', path: 'mail' },
  { name: 'console, mail failed', path: 'mail?state=failed' },
  { name: 'console, suppressed', path: 'mail?state=suppressed' },
  { name: 'console, not found', path: 'no-such-page' },
]
