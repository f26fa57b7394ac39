import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { logRequest } from './log-requests.ts'
import type { PrebuiltAnswers } from './prebuilt-answers.ts'

/** Answers at once what is ready, and leaves all else to the application. */
export function createListener(app: Hono, prebuilt: PrebuiltAnswers, log: Logger): RequestListener {
  const listener = getRequestListener(app.fetch)
  return (request, response) => {
    const startedAt = performance.now()
    const { method, url = '' } = request
    const query = url.indexOf('?')
    const path = query < 0 ? url : url.slice(0, query)
    const answer =
      method === 'GET' || method === 'HEAD' ? prebuilt.at(path, askedBy(request)) : undefined
    if (!answer) return void listener(request, response)
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
    logRequest(log, { method: method!, path, status: answer.status }, startedAt)
  }
}

/** Not by `request.headers`, which reads and joins all of them. */
function askedBy({ rawHeaders }: IncomingMessage) {
  const asked: { acceptEncoding: string | undefined; ifNoneMatch: string | undefined } = {
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 15 && name.toLowerCase() === 'accept-encoding') {
      asked.acceptEncoding = joined(asked.acceptEncoding, rawHeaders[index + 1]!)
    } else if (name.length === 13 && name.toLowerCase() === 'if-none-match') {
      asked.ifNoneMatch = joined(asked.ifNoneMatch, rawHeaders[index + 1]!)
    }
  }
  return asked
}

function joined(earlier: string | undefined, value: string): string {
  return earlier === undefined ? value : `${earlier}, ${value}`
}
