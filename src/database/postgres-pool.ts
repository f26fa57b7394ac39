import pg from 'pg'

const trustMs = 1000
const pingMs = 2000

/** A pool whose connections are dropped, not put back, when their server has gone silent or only reads. */
export function createPostgresPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    // A server that hangs without closing would hold its requests for as long as TCP likes.
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  const openedAt = new WeakMap<pg.PoolClient, number>()
  const usedAt = new WeakMap<pg.PoolClient, number>()
  /** What was open when one of them went silent is not waited for: a firewall forgets them all at once. */
  let lostAt = -Infinity

  async function isAlive(client: pg.PoolClient): Promise<boolean> {
    if (openedAt.get(client)! <= lostAt) return false
    if (performance.now() - usedAt.get(client)! < trustMs) return true
    const ping = { text: 'select 1', query_timeout: pingMs }
    return await client.query(ping).then(
      () => true,
      () => false,
    )
  }

  // A connection that the server drops, idle or within a transaction, would otherwise end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now())
    usedAt.set(client, performance.now())
    client.on('error', () => {})
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>
    const watched = async (...args: unknown[]) => {
      try {
        return await query(...args)
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string }
        const isSilent = message === 'Query read timeout'
        // Of a standby: who asks for the database anew may be led to the server that took over.
        if (isSilent || code === '25006') lostAt = performance.now()
        if (isSilent) hangUp(client)
        throw error
      }
    }
    Object.assign(client, { query: watched })
  })
  pool.on('release', (_, client) => usedAt.set(client, performance.now()))

  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const connectAlive = async () => {
    for (;;) {
      // TLS and passwords fail without a code that would tell.
      const client = await connect().catch((error: unknown) => {
        throw Object.assign(error as Error, { syscall: 'connect' })
      })
      if (await isAlive(client)) return client
      hangUp(client)
      client.release(true)
    }
  }
  return Object.assign(pool, { connect: connectAlive })
}

/** A polite goodbye would wait for an answer. */
function hangUp(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
