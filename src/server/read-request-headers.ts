import type { IncomingMessage } from 'node:http'

/** Not by `request.headers`, which reads and joins all of them. Of one that stands twice the last counts. */
export function readRequestHeaders({ rawHeaders }: IncomingMessage) {
  const asked = {
    acceptEncoding: undefined as string | undefined,
    ifNoneMatch: undefined as string | undefined,
    host: undefined as string | undefined,
    referer: undefined as string | undefined,
    isNavigation: false,
    isPrefetch: false,
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    // Most headers have another length than those we look for, and are not looked at.
    if (!(soughtLengths & (1 << name.length))) continue
    const value = rawHeaders[index + 1]!
    switch (name.toLowerCase()) {
      case 'accept-encoding':
        asked.acceptEncoding = value
        break
      case 'if-none-match':
        asked.ifNoneMatch = value
        break
      case 'host':
        asked.host = value
        break
      case 'referer':
        asked.referer = value
        break
      // All browsers say so over https; what says nothing is a program.
      case 'sec-fetch-dest':
        asked.isNavigation = value === 'document'
        break
      case 'sec-purpose':
        asked.isPrefetch = true
    }
  }
  return asked
}

// One name of each length.
const soughtLengths = ['host', 'referer', 'sec-purpose', 'if-none-match', 'sec-fetch-dest']
  .concat('accept-encoding')
  .reduce((lengths, { length }) => lengths | (1 << length), 0)
