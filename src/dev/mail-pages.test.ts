import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from '#mail/smtp.ts'
import { openTestDatabase } from '../../test/support/databases.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { catchMail } from './catch-mail.ts'
import { createMailPages } from './mail-pages.tsx'

const publicUrl = 'http://localhost:3000'

async function openPages() {
  const catcher = await catchMail()
  const { db } = await openTestDatabase('sqlite')
  const clock = () => new Date()
  const pages = createMailPages({ catcher, db, publicUrl, sender: 'us@company.example', clock })
  const transport = createSmtpTransport({ url: catcher.url, from: 'us@company.example' })
  onTestFinished(async () => {
    transport.close()
    await catcher.close()
  })
  const get = async (path: string) => await (await pages.request(path)).text()
  return { db, pages, get, transport }
}

const mail = {
  to: 'ada@example.com',
  subject: '<script>alert(1)</script>',
  html: '<html><head><title>x</title></head><body><a href="http://localhost:3000/c?t=1">Go</a>',
  text: 'Go to http://localhost:3000/c?t=1&u=2\n<b>now</b>',
  unsubscribeUrl: 'http://localhost:3000/unsubscribe?t=3',
  messageId: 'one@company.example',
  date: new Date(),
}

test('a caught mail is shown as HTML, text and headers, and its scripts do not run', async () => {
  const { pages, get, transport } = await openPages()
  expect(await get('/dev/mail')).toContain('Nothing yet')
  expect(await transport.send(mail)).toEqual({ kind: 'sent' })

  const page = await get('/dev/mail/1')
  expect(page).toContain('ada@example.com')
  expect(page).toContain('<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2>')
  expect(page).toContain('sandbox="allow-top-navigation-by-user-activation"')
  expect(page).toContain('srcDoc="&lt;html&gt;&lt;head&gt;&lt;base target=&quot;_top&quot;&gt;')
  expect(page).toContain('max-width:700px')
  expect(await get('/dev/mail/1?width=phone')).toContain('max-width:390px')
  const text = await get('/dev/mail/1?part=text')
  expect(text).toContain('<a href="http://localhost:3000/c?t=1&amp;u=2">')
  expect(text).toContain('&lt;b&gt;now&lt;/b&gt;')
  const headers = await get('/dev/mail/1?part=headers')
  expect(headers).toContain('<dd>&lt;one@company.example&gt;</dd>')
  expect(headers).toContain('<a href="http://localhost:3000/unsubscribe?t=3">')

  const { headers: sent } = await pages.request('/dev/mail/1')
  expect(sent.get('Content-Security-Policy')).toBe(
    "default-src 'self' 'unsafe-inline'; img-src 'self' data:",
  )
  expect((await pages.request('/dev/mail/2')).headers.get('Location')).toBe('/dev/mail')
})

test('a list is refreshed for mail that arrived while its page loaded, and for each later one', async () => {
  const { pages, transport } = await openPages()
  const { body } = await pages.request('/dev/mail/arrivals')
  const events = body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(await events.read()).toMatchObject({ value: 'data: mail\n\n' })
  await transport.send(mail)
  expect(await events.read()).toMatchObject({ value: 'data: mail\n\n' })
  await events.cancel()
})

test('/dev/mail keeps only the last 200 mails', async () => {
  const { get, transport } = await openPages()
  for (let number = 1; number <= 201; number++) {
    await transport.send({ ...mail, subject: `Mail ${number}.` })
  }
  const list = await get('/dev/mail')
  expect(list).toContain('Mail 2.')
  expect(list).toContain('Mail 201.')
  expect(list).not.toContain('Mail 1.')
})

test('/dev/mail lists and shows every letter and every mail of the site', async () => {
  const { get } = await openPages()
  const list = await get('/dev/mail')
  const paths = Array.from(
    list.matchAll(/href="(\/dev\/mail\/(?:letters|samples)\/[\w-]+)"/g),
    ([, path]) => path!,
  )
  expect(paths).toContain('/dev/mail/letters/launch')
  expect(paths).toContain('/dev/mail/samples/confirm-signup')
  for (const path of paths) expect(await get(path)).toContain('srcDoc="&lt;!doctype html&gt;')
})

test('a letter is sent once, only with a subscriber and only by a post from /dev/mail', async () => {
  const { db, pages, get } = await openPages()
  const path = '/dev/mail/letters/launch'
  const post = (origin = publicUrl) =>
    pages.request(path, { method: 'POST', headers: { origin, host: 'localhost:3000' } })
  const stored = () => db.selectFrom('letters').select('name').execute()

  expect(await get(path)).toContain('once at least one subscriber has confirmed')
  await post()
  await seedSubscribers(db, 2)
  expect(await get(path)).toContain('Send to 2 confirmed')
  expect((await post('https://evil.example')).status).toBe(403)
  expect(await stored()).toEqual([])

  expect((await post()).headers.get('Location')).toBe(path)
  await post()
  expect(await stored()).toEqual([{ name: 'launch' }])
  expect(await get(path)).toContain('This letter is scheduled, 0 of 2 sent.')
  expect(await get('/dev/mail/letters/welcome')).toContain('Sent automatically')
})
