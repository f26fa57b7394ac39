import type { Entry } from '#site/questionnaire/entry.ts'
import { signupHint } from '#site/signup-hint.ts'
import { toIso } from '#content/content-rules.ts'
import { longDate } from '#long-time.ts'
import { registeredOffice, shareCapital } from '#content/company-facts.ts'
import { ifItalian, launched, ofContent, pitch, site, team } from './owner-content.ts'
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
  pitch.tagline,
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
  `VAT no. IT${company.vatNumber}`,
  ...(company.soleShareholder ? ['Company with a sole shareholder'] : []),
  ...(company.inLiquidation ? ['In liquidation'] : []),
  ...(company.directedBy === undefined
    ? []
    : [`Under the direction and coordination of ${company.directedBy}`]),
  ...(company.pec === undefined ? [] : ['PEC', `link ${company.pec}`]),
]

const consent = [
  expect.stringContaining(
    `By signing up you agree to receive emails from ${company.name} ${company.legalForm} with news and promotions about ${site.brand}`,
  ),
  'link Privacy Policy',
]

const example = [
  `region ${pitch.example.title}`,
  `heading ${pitch.example.title} level 2`,
  pitch.example.lead,
  pitch.example.note,
  ...pitch.example.rows.flatMap(({ question, answer, source, ask }) => [
    ask === undefined ? 'Answered:' : 'Missing:',
    question,
    answer,
    source ?? ask,
  ]),
  'Answered:',
  'A real questionnaire',
  'link How this site answers its own',
  'Still blank:',
  pitch.example.yours,
  `link ${launched ? pitch.openTool : pitch.newsletter.title}`,
]

const hint = signupHint('en')

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
    `region ${pitch.headline}`,
    `heading ${pitch.headline} level 1`,
    pitch.subline,
    ...(launched ? [`link ${pitch.openTool}`] : []),
    `region ${pitch.newsletter.title}`,
    `heading ${pitch.newsletter.title} level 2`,
    pitch.newsletter.text,
    'form',
    'Email',
    'textbox Email required',
    ...consent,
    `button ${pitch.newsletter.button}`,
    pitch.newsletter.trust,
    ...(pitch.showExample ? example : []),
  ],
  '/about': [
    'region Our Team',
    'heading Our Team level 1',
    ...founders,
    'region Our Vision',
    'heading Our Vision level 2',
    pitch.vision,
    `link ${pitch.newsletter.title}`,
  ],
  '/contact': [
    `region ${pitch.contact.heading}`,
    `heading ${pitch.contact.heading} level 1`,
    pitch.contact.subtitle,
    'form',
    'Name',
    'textbox Name required',
    'Email',
    'textbox Email required',
    'Message',
    'textbox Message required',
    'We use what you send to reply to you and to learn what to build, never for marketing.',
    'link Privacy Policy',
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
    hint.nextStep,
    hint.lookFor,
    back,
  ],
  '/newsletter/invalid': [
    `region ${pitch.newsletter.title}`,
    `heading ${pitch.newsletter.title} level 1`,
    'form',
    'Email',
    'textbox Email invalid true required “Please enter a valid email address”',
    'Please enter a valid email address',
    ...consent,
    `button ${pitch.newsletter.button}`,
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
    'We use your address only to send the link, and to prevent abuse.',
    'link Privacy Policy',
    'button Send me the link',
  ],
  '/not-sent': [
    'region Sorry, that didn’t work',
    'heading Sorry, that didn’t work level 1',
    'Nothing was sent or changed. Please go back and try again in a moment.',
    back,
  ],
}

/** As `readAloud` returns the owner's texts. */
const withPlainSpaces = (line: unknown) =>
  typeof line === 'string' ? line.replace(/\s+/g, ' ') : line

for (const [path, main] of Object.entries(mains)) {
  const tag = owned.has(path) ? ofContent : []
  test(
    `${path} has the expected texts in reading order, working links and a print layout`,
    { tag },
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const year = yearOf(await page.goto(path))
      const expected = [...header, 'main', ...main, ...footer(year)]
      expect(await readAloud(page)).toEqual(expected.map(withPlainSpaces))
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
        `Effective date: ${site.legal.effectiveDate}`,
        `Version ${version}, last updated: ${longDate('en', new Date(toIso(lastUpdated)))}`,
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

interface Group {
  title: string
  questions: (Omit<Entry, 'isMissing'> & { isMissing: boolean })[]
}

test(
  '/questionnaire has each question, answer and source of its JSON in reading order, and a print layout',
  { tag: ofContent },
  async ({ page, request }) => {
    const json = (await (await request.get('/questionnaire.json')).json()) as {
      languages: { en: Group[] }
    }
    const year = yearOf(await page.goto('/questionnaire'))
    const lines = await readAloud(page)
    const main = lines.slice(lines.indexOf('main') + 1, lines.indexOf('contentinfo'))
    const expected = json.languages.en.flatMap(({ title, questions }) => [
      `region ${title}`,
      `heading ${title} level 2`,
      ...questions.flatMap(({ question, answer, details = [], source, isMissing }) => [
        isMissing ? 'Missing:' : 'Answered:',
        question,
        answer,
        ...details,
        source.url === undefined ? source.text : `link ${source.text}`,
      ]),
    ])
    expect(main.slice(3)).toEqual(expected.map(withPlainSpaces))
    // A screen reader would announce a list of one item.
    await expect(page.locator('main li ul:not(:has(> :nth-child(2)))')).toHaveCount(0)
    expect(lines.slice(lines.indexOf('contentinfo'))).toEqual(footer(year))
    await expectLayout(page)
    // Otherwise the ticks, which are backgrounds, would be missing on paper.
    const tick = await page
      .getByText(/^Answered:/)
      .first()
      .locator('..')
      .evaluate((question) => getComputedStyle(question, '::before').printColorAdjust)
    expect(tick).toBe('exact')
  },
)
