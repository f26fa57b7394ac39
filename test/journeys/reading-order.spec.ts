import { registeredOffice, shareCapital } from '#content/company-facts.ts'
import { homeWords, ifItalian, ofContent, site, team } from './content.ts'
import { expect, test, yearOf } from './journey.ts'
import { expectLayout } from './layout.ts'
import { readAloud } from './read-aloud.ts'

const header = [
  'link Skip to content',
  'banner',
  `link ${site.brand}, home`,
  'navigation Main',
  'link Home',
  'link About Us',
  'link Contact',
]

const { company } = site

const footer = (year: string) => [
  'contentinfo',
  'ESG reporting at your fingertips.',
  'For inquiries:',
  `link ${site.email}`,
  'navigation Legal',
  'heading Legal level 2',
  'link Terms & Conditions',
  'link Privacy Policy',
  'heading Follow us level 2',
  `link ${site.social.label} (opens in a new tab)`,
  ...ifItalian(['link Italiano']),
  `© ${year} ${site.brand}. All rights reserved.`,
  `${company.name} ${company.legalForm}`,
  `Registered office: ${registeredOffice('en')}`,
  `Company register of ${company.companyRegister}, no. ${company.registrationNumber}`,
  `REA ${company.reaNumber}`,
  `Share capital ${shareCapital('en')}`,
  `VAT IT${company.vatNumber}`,
  ...(company.soleShareholder ? ['Company with a sole shareholder'] : []),
  ...(company.inLiquidation ? ['In liquidation'] : []),
  ...(company.directedBy === undefined
    ? []
    : [`Under the direction and coordination of ${company.directedBy}`]),
  ...(company.pec === undefined ? [] : ['PEC', `link ${company.pec}`]),
]

const consent = [
  expect.stringContaining(
    `By signing up you agree to receive emails from ${company.name} ${company.legalForm} about ${site.brand}`,
  ),
  "We'll email you a link to confirm, and every email has an unsubscribe link.",
  'See our',
  'link Privacy Policy',
  '.',
]

const founders = team.flatMap(({ name, role, subRole, description }) => [
  `heading ${name} level 2`,
  role.en,
  subRole.en,
  description.en,
  `link LinkedIn profile of ${name} (opens in a new tab)`,
])

// All other pages have the owner's content only in header and footer.
const owned = new Set(['/', '/about', '/contact', '/newsletter/invalid'])

const back = 'link Back to the home page'

const mains: Record<string, unknown[]> = {
  '/': [
    `region ${homeWords.headline}`,
    `heading ${homeWords.headline} level 1`,
    homeWords.subline,
    ...(homeWords.toolLink === undefined ? [] : [`link ${homeWords.toolLink}`]),
    'region Join Our Newsletter',
    'heading Join Our Newsletter level 2',
    homeWords.invitation,
    'form',
    'Email',
    'textbox Email required',
    ...consent,
    'button Embark on the Journey',
  ],
  '/about': [
    'region Our Team',
    'heading Our Team level 1',
    ...founders,
    'region Our Vision',
    'heading Our Vision level 2',
    expect.stringMatching(/^AI autofills ESG questionnaires, .* businesses of all sizes\.$/),
  ],
  '/contact': [
    "region Let's Connect",
    "heading Let's Connect level 1",
    "Reach out and let's simplify ESG reporting for the world.",
    'form',
    'Name',
    'textbox Name required',
    'Email',
    'textbox Email required',
    'Message',
    'textbox Message required',
    'We use your details only to reply to you. See our',
    'link Privacy Policy',
    '.',
    'button Send Your Message',
  ],
  '/no-such-page': [
    'region Page not found',
    'heading Page not found level 1',
    'It may have moved, or the address may have a typo.',
    back,
  ],
  '/newsletter/thanks': [
    'region Thank You!',
    'heading Thank You! level 1',
    'One more step: check your inbox and follow the link in our email.',
    back,
  ],
  '/newsletter/invalid': [
    'region Join Our Newsletter',
    'heading Join Our Newsletter level 1',
    'form',
    'Email',
    'textbox Email invalid true required “Please enter a valid email address”',
    'Please enter a valid email address',
    ...consent,
    'button Embark on the Journey',
  ],
  '/contact/thanks': [
    'region Message sent',
    'heading Message sent level 1',
    "Thank you for reaching out! We'll get back to you shortly.",
    back,
  ],
  '/my-data': [
    'region My data',
    'heading My data level 1',
    expect.stringMatching(/^Enter your email address\./),
    'form',
    'Email',
    'textbox Email required',
    'We use your address only to send the link. See our',
    'link Privacy Policy',
    '.',
    'button Send me the link',
  ],
  '/not-sent': [
    "region Sorry, that didn't work",
    "heading Sorry, that didn't work level 1",
    'Nothing was sent. Please go back and try again in a moment.',
    back,
  ],
}

for (const [path, main] of Object.entries(mains)) {
  const tag = owned.has(path) ? ofContent : []
  test(
    `${path} has the expected texts in reading order, working links and a print layout`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const year = yearOf(await page.goto(path))
      expect(await readAloud(page)).toEqual([...header, 'main', ...main, ...footer(year)])
      await expectLayout(page)
    },
  )
}

for (const [path, title, { version, lastUpdated }] of [
  ['/terms', 'Terms & Conditions', site.legal.terms],
  ['/privacy', 'Privacy Policy', site.legal.privacy],
] as const) {
  test(
    `${path} has title, dates, contents and twelve sections in reading order, and a print layout`,
    { tag: ofContent },
    async ({ page }) => {
      const year = yearOf(await page.goto(path))
      const lines = await readAloud(page)
      const main = lines.slice(lines.indexOf('main') + 1, lines.indexOf('contentinfo'))
      const contents = main.slice(5, 17)
      expect(main.slice(0, 5)).toEqual([
        `heading ${title} level 1`,
        'Effective date: 01/06/2024',
        `Version ${version}, last updated: ${lastUpdated}`,
        'navigation Contents',
        'heading Contents level 2',
      ])
      expect(contents.every((line) => line.startsWith('link '))).toBe(true)
      expect([contents[0], contents[11]]).toEqual(['link Introduction', 'link Contact'])
      const sections = main.slice(17).filter((line) => line.startsWith('heading '))
      expect(sections).toEqual(contents.map((line) => `${line.replace('link', 'heading')} level 2`))
      expect(lines.slice(lines.indexOf('contentinfo'))).toEqual(footer(year))
      await expectLayout(page)
      const date = await page.getByText(/^Effective date: /).boundingBox()
      const first = await page.getByRole('heading', { name: 'Introduction' }).boundingBox()
      expect(first!.y - date!.y - date!.height).toBeGreaterThan(15)
    },
  )
}
