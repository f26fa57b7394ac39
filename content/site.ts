import type { OwnSite } from '#content/content-rules.ts'
import { sample } from '#content/sample.ts'

// Values inside sample(…) are made up. Replace each, wrapper and all, before you go live.
export const site = {
  // ['en'] is a site in English alone: nothing in content/ then needs its Italian, and /it is gone.
  languages: ['en', 'it'],

  brand: sample('Spunta'),
  email: sample('inquiries@spunta.example'),
  social: sample({ label: 'LinkedIn', url: 'https://www.linkedin.com/company/spunta-sample' }),

  // Italian law wants these on every page and in every letter.
  company: {
    name: sample('Spunta'),
    legalForm: sample('S.r.l.'),
    registeredOffice: sample('Via dei Campioni 1, 20121 Milano (MI)'),
    companyRegister: sample('Milano Monza Brianza Lodi'),
    // The company's codice fiscale, under which the register has it.
    registrationNumber: sample('01234567897'),
    reaNumber: sample('MI-0000000'),
    // In euros.
    shareCapital: sample({ amount: 10_000, paidUp: 10_000 }),
    vatNumber: sample('01234567897'),
    pec: sample('spunta@pec.example'),
    // Where they are so: soleShareholder: true, inLiquidation: true, directedBy: 'Parent S.p.A.'
  },

  // Who handles visitors' data for you, under a contract (GDPR, article 28). The policy names them.
  processors: sample([
    {
      name: 'Campione Hosting S.p.A.',
      country: 'IT',
      purpose: {
        en: 'hosts this website and its data',
        it: 'ospita questo sito e i suoi dati',
      },
    },
    {
      name: 'Posta di Prova GmbH',
      country: 'DE',
      purpose: {
        en: 'delivers and receives our email',
        it: 'consegna e riceve la nostra posta elettronica',
      },
    },
  ]),

  legal: {
    effectiveDate: '01/06/2024',
    minimumAge: 13,
    // A confirmed subscription ends by itself so long after its confirmation, or after the last letter.
    subscriptionMonths: 24,
    // Whenever you edit a text, give it a new version and date.
    terms: { version: '2', lastUpdated: '18/11/2026' },
    privacy: { version: '5', lastUpdated: '18/11/2026' },
  },

  // On launch day: launched: { url: 'https://…' }. The home page then says so and links to the tool.
  launched: false,

  // false: a submission that fails is silent. true: a short, polite notice is shown instead.
  showFailureNotice: false,
} satisfies OwnSite
