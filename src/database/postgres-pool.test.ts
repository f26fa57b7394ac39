import { once } from 'node:events'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { newTarget, openTestDatabase } from '../../test/support/databases.ts'
import { probeWrite } from '#intake/probe-write.ts'
import { connect } from './connect.ts'

/** Like a firewall that forgets its connections: they stay open, and nothing comes through. */
async function openForgetfulProxy({ port, hostname }: URL) {
  const pairs: Socket[][] = []
  const proxy = createServer((client) => {
    const server = dial(Number(port), hostname)
    for (const socket of [client, server]) socket.on('error', () => {})
    client.pipe(server).pipe(client)
    pairs.push([client, server])
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    proxy.close()
  })
  const silence = () => {
    for (const [client, server] of pairs) {
      client!.unpipe(server).resume()
      server!.unpipe(client).resume()
    }
  }
  return { port: (proxy.address() as AddressInfo).port, silence }
}

async function openSilentPool() {
  const target = await newTarget('postgres')
  const { port, silence } = await openForgetfulProxy(new URL(target.url))
  const url = new URL(target.url)
  url.port = String(port)
  const database = connect({ kind: 'postgres', url: url.href })
  onTestFinished(() => database.close())
  const ask = () => sql`select pg_sleep(0.05)`.execute(database.db)
  const askAtOnce = (count: number) => Promise.allSettled(Array.from(Array(count), ask))
  expect(failures(await askAtOnce(10))).toBe(0)
  return { silence, askAtOnce }
}

const failures = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'rejected').length

test('connections that went silent while nobody used them cost no visitor an answer', async () => {
  const { silence, askAtOnce } = await openSilentPool()
  silence()
  await sleep(1200)
  expect(failures(await askAtOnce(40))).toBe(0)
})

test('connections that go silent under a question are not used again', async () => {
  const { silence, askAtOnce } = await openSilentPool()
  const asked = askAtOnce(1)
  silence()
  expect(failures(await asked)).toBe(1)
  expect(failures(await askAtOnce(40))).toBe(0)
})

test('after a failover, connections to a server that only reads are not used again', async () => {
  const { db, target } = await openTestDatabase('postgres')
  const name = new URL(target.url).pathname.slice(1)
  const setReadOnly = (value: string) =>
    sql.raw(`alter database ${name} set default_transaction_read_only = ${value}`).execute(db)
  await setReadOnly('on')
  await using standby = connect(target)
  const write = () => probeWrite(standby.db, new Date())
  await expect(write()).rejects.toThrow('read-only transaction')
  await setReadOnly('off')
  await write()
})
