/** Content without a mistake, in both languages. */
export const both = (text: string) => ({ en: text, it: text })
export const founder = {
  name: 'Ada',
  role: both('Co-Founder & CEO'),
  subRole: both('Strategic Leader'),
  description: both('Writes programs.'),
  linkedin: 'https://www.linkedin.com/in/ada',
}
export const team = [founder, founder, founder]
export const site = {
  languages: ['en', 'it'],
  brand: 'Brand',
  email: 'hello@example.com',
  social: { label: 'LinkedIn', url: 'https://www.linkedin.com/company/brand' },
  company: {
    name: 'Brand',
    legalForm: 'S.r.l.',
    registeredOffice: 'Via Roma 1, Milano',
    companyRegister: 'Milano',
    registrationNumber: '00905811006',
    reaNumber: 'MI-1234567',
    shareCapital: { amount: 10_000, paidUp: 2_500 },
    vatNumber: '00905811006',
  },
  processors: [{ name: 'Host', country: 'IT', purpose: both('hosts this website') }],
  legal: {
    effectiveDate: '01/06/2024',
    minimumAge: 13,
    subscriptionMonths: 24,
    terms: { version: '1', lastUpdated: '01/06/2024' },
    privacy: { version: '1', lastUpdated: '01/06/2024' },
  },
  launched: false,
  showFailureNotice: false,
}

const staged = (text: string) => ({ beforeLaunch: both(text), afterLaunch: both(text) })
const description = 'A description that is long enough for a search engine.'
export const pitch = {
  headline: staged('Reports that write themselves: soon.'),
  subline: staged('One tool for all of them.'),
  openTool: both('Open'),
  newsletter: {
    title: both('Newsletter'),
    text: staged('Be the first to know.'),
    button: both('Sign up'),
    trust: both('No cookies.'),
    frequency: staged('Once a month.'),
  },
  showExample: true,
  example: {
    title: both('An example'),
    lead: staged('Answers come from documents.'),
    note: both('Made up.'),
    rows: [{ question: both('Energy'), answer: both('1 MWh'), source: both('Bill, p. 1') }],
    yours: both('Yours'),
  },
  vision: both('Forms fill themselves in.'),
  contact: { heading: both('Hello'), subtitle: both('Write to us.') },
  tagline: both('Reports at hand.'),
  descriptions: {
    home: staged(description),
    about: both(description),
    contact: both(description),
  },
}

export const questionnaire = {
  repository: 'https://git.example.com/site',
  questions: [
    {
      group: 'environment',
      question: both('Electricity'),
      answer: both('Water power'),
      source: both('Contract'),
      url: 'https://example.com/contract.pdf',
    },
  ] as const,
}
