import { expect, test } from 'vitest'
import { companyLines } from '#content/company-facts.ts'
import { mailKinds } from '#database/schema.ts'
import { localPath, routes } from '#routes.ts'
import { letterPreviews, sampleMails } from './sample-mails.ts'

const publicUrl = 'https://www.example.com'
const allMails = () =>
  [...sampleMails(publicUrl), ...letterPreviews(publicUrl)].map(([name, mail]) => ({
    language: name.endsWith('.it') ? ('it' as const) : ('en' as const),
    ...mail,
  }))

test('each kind of mail has a sample', () => {
  const names = [...sampleMails(publicUrl).keys(), ...letterPreviews(publicUrl).keys()]
  expect(names).toEqual(expect.arrayContaining(mailKinds.filter((kind) => kind !== 'letter')))
})

const plain = (html: string) => html.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")

test('each mail contains the company data, and no image or other request', () => {
  expect(allMails().length).toBeGreaterThanOrEqual(6)
  for (const { language, html, text } of allMails()) {
    expect(html).toContain(`<html lang="${language}">`)
    for (const line of companyLines(language)) {
      expect(text).toContain(line)
      expect(plain(html)).toContain(line)
    }
    expect(html).not.toMatch(/<(?:img|script|link|iframe)\b|url\(|\bsrc=/)
    expect(text).not.toMatch(/<\w|&\w+;|undefined/)
  }
})

test('each mail links to the privacy policy and to My data', () => {
  for (const { language, html, text } of allMails()) {
    for (const route of [routes.privacy, routes.myData]) {
      const path = localPath(language, route)
      expect(html).toContain(`href="${publicUrl}${path}"`)
      expect(text).toMatch(new RegExp(`${publicUrl}${path}$`, 'm'))
    }
  }
})
