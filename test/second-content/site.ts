// Content of another owner: no samples, long texts, no optional fields.
export const site = {
  languages: ['en'],
  brand: 'Rendicontazione & Sostenibilità d’Impresa',
  email: 'segreteria.generale@rendicontazione-e-sostenibilita.example',
  social: {
    label: 'Mastodon',
    url: 'https://mastodon.example/@rendicontazione',
  },

  company: {
    name: 'Società Italiana per la Rendicontazione & la Sostenibilità d’Impresa',
    legalForm: 'Società Benefit a responsabilità limitata',
    registeredOffice: 'Piazza della Repubblica Cisalpina 128/bis, 40121 Bologna (BO)',
    companyRegister: 'Bologna',
    registrationNumber: '00488410010',
    reaNumber: 'BO-512345',
    shareCapital: { amount: 1_250_000, paidUp: 312_500 },
    vatNumber: '00905811006',
    soleShareholder: true,
    inLiquidation: true,
    directedBy: 'Capogruppo Europea per la Sostenibilità & l’Innovazione S.p.A.',
  },

  processors: [
    {
      name: 'Archivio Digitale Emiliano Società Cooperativa',
      country: 'IT',
      purpose: { en: 'hosts this website and its data' },
    },
  ],

  legal: {
    effectiveDate: '15/09/2025',
    minimumAge: 16,
    subscriptionMonths: 18,
    terms: { version: '3.1', lastUpdated: '28/02/2026' },
    privacy: { version: '4', lastUpdated: '01/03/2026' },
  },

  launched: { url: 'https://app.rendicontazione-e-sostenibilita.example/?from=home&lang=en' },

  showFailureNotice: true,
}
