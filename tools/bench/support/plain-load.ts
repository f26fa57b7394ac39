import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'

export type Submissions = 'signups' | 'messages' | 'keyed'

interface Load {
  url: string
  seconds: number
  connections: number
  kind: Submissions | undefined
  seed: string
}

/** Replaces submissions.lua if wrk isn't installed. It uses more CPU. */
export async function plainLoad({ url, seconds, connections, kind, seed }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const endAt = performance.now() + seconds * 1000
  let count = 0
  const client = async () => {
    while (performance.now() < endAt) {
      count += 1
      const asking = kind ? submission(url, agent, kind, seed, count) : page(url, agent)
      const [response] = (await once(asking, 'response')) as [IncomingMessage]
      if (response.statusCode !== 200) throw new Error(`HTTP status ${response.statusCode}`)
      response.resume()
      await once(response, 'end')
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  agent.destroy()
  return count / seconds
}

function page(url: string, agent: Agent) {
  return request(url, { agent, headers: { 'accept-encoding': 'br' } }).end()
}

function submission(url: string, agent: Agent, kind: Submissions, seed: string, count: number) {
  const serial = kind === 'keyed' && count % 10 === 0 ? count - 1 : count
  const email = `p${seed}-${serial}@example.com`
  const isSignup = kind === 'signups' || (kind === 'keyed' && serial % 2 === 0)
  const message = { name: 'Ada Lovelace', email, message: 'A usual line. '.repeat(20) }
  const headers = {
    'content-type': 'application/json',
    ...(kind === 'keyed' && { 'idempotency-key': `${seed}-${serial}` }),
  }
  return request(`${url}/contact`, { method: 'POST', agent, headers }).end(
    JSON.stringify(isSignup ? { email } : message),
  )
}
