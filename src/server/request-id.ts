import { randomBytes } from 'node:crypto'

// The same start for all of a process: what is generated for a request is only the count.
const processId = randomBytes(4).toString('hex')
let requests = 0

/** By this a line of the log and the answer to an error find each other. */
export function nextRequestId(): string {
  requests += 1
  return `${processId}-${requests.toString(36)}`
}

export const requestIdHeader = 'X-Request-Id'
