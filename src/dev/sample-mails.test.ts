import { expect, test } from 'vitest'
import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { localPath, routes } from '#routes.ts'
import { mailKinds } from '#owner/mail-kinds.ts'
import { letterPreviews, sampleMails } from './sample-mails.ts'

const publicUrl = 'https://www.example.com'
const { letters } = await letterPreviews(publicUrl)
const allMails = () =>
  [...sampleMails(publicUrl), ...letters].map(([name, mail]) => ({
    language: name.endsWith('.it') ? ('it' as const) : ('en' as const),
    ...mail,
  }))

test('each kind of mail has a sample', () => {
  const names = [...sampleMails(publicUrl).keys(), ...letters.keys()]
  expect(names).toEqual(
    expect.arrayContaining(Object.keys(mailKinds).filter((kind) => kind !== 'letter')),
  )
})

const plain = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

test('each mail contains the company data, and asks no server for anything', () => {
  expect(allMails().length).toBeGreaterThanOrEqual(6)
  for (const { language, html, text } of allMails()) {
    expect(html).toContain(`<html lang="${language}">`)
    for (const line of companyLines(language)) {
      expect(text).toContain(line)
      expect(plain(html)).toContain(line)
    }
    const withoutPictures = html.replaceAll(/<img src="data:[^"]*"/g, '')
    expect(withoutPictures).not.toMatch(/<(?:img|script|link|iframe)\b|url\(|\bsrc=/)
    expect(text).not.toMatch(/<\w|&\w+;|undefined/)
  }
})

/** Properties that Gmail, Outlook, Yahoo or Apple Mail use: no layout depends on one that most of them drop. */
const keptProperties =
  /^(?:background|border(?:-bottom|-left|-top|-collapse|-radius)?|color|display|font(?:-size|-weight)?|height|line-height|margin|max-height|max-width|min-height|mso-hide|mso-padding-alt|overflow|padding(?:-bottom|-left|-top)?|table-layout|text-align|text-decoration|vertical-align|white-space|width|word-break|word-wrap)$/

test('each mail is styled with properties that mail programs keep', () => {
  for (const { html } of allMails()) {
    const styles = [...html.matchAll(/ style="([^"]*)"/g)].map(([, style]) => plain(style!))
    const properties = styles.flatMap((style) => style.split(';').map((one) => one.split(':')[0]!))
    expect(properties.filter((property) => !keptProperties.test(property))).toEqual([])
  }
})

test('each mail is a column of at most 560 pixels that breaks long words, in Outlook and Yahoo too', () => {
  for (const { html } of allMails()) {
    const [column] = /<table [^>]*class="ink column"[^>]*>/.exec(html)!
    expect(column).toMatch(/ width="560".* style="width:100%;max-width:560px;/)
    expect(column).toMatch(/;word-wrap:break-word;word-break:break-word"/)
    expect(html).toContain('.column { width: 560px !important; }')
  }
})

test('a link with a colour that no dark scheme changes has a background of its own', () => {
  const links = allMails().flatMap(({ html }) => html.match(/<a [^>]*>/g) ?? [])
  const buttons = links.filter((link) => !link.includes('class="link"'))
  expect(buttons.length).toBeGreaterThan(0)
  for (const button of buttons) expect(button).toMatch(/[";]background:#\w+;color:#\w+/)
})

test('the words of a mail have its language where webmail drops the html element', () => {
  for (const { language, html } of allMails()) {
    const [, body] = html.split(/<body [^>]*>/)
    expect(body).toMatch(
      new RegExp(`^<div lang="${language}"[^>]*>[^<]+</div><table [^>]*\\blang="${language}"`),
    )
  }
})

test('the company line of a mail does not break within the REA number', () => {
  const rea = `REA\u00a0${site.company.reaNumber}`
  for (const { html } of allMails()) {
    expect(html).toContain(`<span style="white-space:nowrap">${rea}</span>`)
  }
})

test('each mail to a visitor links to the privacy policy and to My data, and none to the owner', () => {
  const toOwner = Object.values(mailKinds).filter(({ to }) => to === 'owner')
  const all = sampleMails(publicUrl)
  const ownersHtml = new Set(toOwner.map(({ name }) => all.get(name)!.html))
  for (const html of ownersHtml) expect(html).not.toMatch(/href="[^"]*(?:privacy|my-data)/i)
  for (const { language, html, text } of allMails().filter((mail) => !ownersHtml.has(mail.html))) {
    for (const route of [routes.privacy, routes.myData]) {
      const path = localPath(language, route)
      expect(html).toContain(`href="${publicUrl}${path}"`)
      expect(text).toMatch(new RegExp(`${publicUrl}${path}$`, 'm'))
    }
  }
})
