export const questionnaire = {
  repository: 'https://git.rendicontazione-e-sostenibilita.example/site/blob/main',
  questions: [
    {
      group: 'environment',
      question: { en: 'Where the hosting’s electricity comes from' },
      answer: { en: 'Hydroelectric power stations in the Apennines, certified every year' },
      source: { en: 'Certificate of origin 2026' },
      url: 'https://hosting.example/certificates/2026.pdf',
    },
    {
      group: 'governance',
      question: { en: 'Responsible for the management of sustainability questionnaires' },
      missing: { en: 'To be appointed by the shareholders’ meeting' },
      askFounder: 1,
    },
  ],
}
