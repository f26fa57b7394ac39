import type { OwnSite } from '#content/content-rules.ts'
import { sample } from '#content/sample.ts'

// Values inside sample(…) are made up. Before you go live, replace each with the real value, without sample(…).
export const site = {
  // ['en'] is a site in English alone: nothing in content/ then needs its Italian, and /it is gone.
  languages: ['en', 'it'],

  brand: sample('Spunta'),
  email: sample('inquiries@spunta.example'),
  social: sample({ label: 'LinkedIn', url: 'https://www.linkedin.com/company/spunta-sample' }),

  // Italian law requires these on every page and in every email.
  company: {
    name: sample('Spunta'),
    legalForm: sample('S.r.l.'),
    registeredOffice: sample('Via dei Campioni 1, 20121 Milano (MI)'),
    companyRegister: sample('Milano Monza Brianza Lodi'),
    // The number in the company register, which is the company's codice fiscale.
    registrationNumber: sample('01234567897'),
    reaNumber: sample('MI-0000000'),
    // In euros; paid up according to the last balance sheet.
    shareCapital: sample({ amount: 10_000, paidUp: 10_000 }),
    vatNumber: sample('01234567897'),
    pec: sample('spunta@pec.example'),
    // If they apply, add: soleShareholder: true, inLiquidation: true, directedBy: 'Parent S.p.A.', and the address of
    // your data protection officer: dpo: 'dpo@your-domain.it'.
  },

  // Companies that process visitors' data for you (GDPR, article 28), and the country where they do. The privacy policy
  // names them. One outside the European Economic Area needs a safeguard: see docs/customise.md.
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
    // A confirmed subscription ends this long after its confirmation or the last letter, whichever is later.
    subscriptionMonths: 24,
    // Whenever you edit a legal text, raise its version and date.
    terms: { version: '5', lastUpdated: '19/11/2026' },
    privacy: { version: '9', lastUpdated: '19/11/2026' },
  },

  // Set launch day with launched: { url: 'https://…', at: '2027-01-15T09:00:00+01:00' }. From that moment on, every page
  // says so and the home page links to the tool, without a release. Without `at` it does so at once.
  launched: false,

  // Whether the forms show a short message if a submission fails.
  showFailureNotice: false,
} satisfies OwnSite
