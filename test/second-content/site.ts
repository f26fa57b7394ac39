// What another owner could have written: everything real, nothing short, the optional left out.
export const site = {
  brand: 'Rendicontazione & Sostenibilità d’Impresa',
  email: 'segreteria.generale@rendicontazione-e-sostenibilita.example',
  social: {
    label: 'Mastodon',
    url: 'https://mastodon.example/@rendicontazione',
  },

  company: {
    name: 'Società Italiana per la Rendicontazione & la Sostenibilità d’Impresa',
    legalForm: 'Società Benefit a responsabilità limitata',
    registeredOffice: 'Piazza della Repubblica Cisalpina 128/bis, 40121 Bologna (BO), Italy',
    companyRegister: 'Bologna',
    reaNumber: 'BO-512345',
    shareCapital: '€ 1,250,000.00 of which € 312,500.00 paid up',
    vatNumber: '00905811006',
  },

  legal: {
    effectiveDate: '01/06/2024',
    minimumAge: 13,
  },

  launched: { url: 'https://app.rendicontazione-e-sostenibilita.example/?from=home&lang=en' },

  showFailureNotice: true,
}
