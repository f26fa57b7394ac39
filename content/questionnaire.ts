import type { OwnQuestionnaire } from '#content/content-rules.ts'

// The page /questionnaire answers most questions by itself. These are the ones that only you can answer, and you may add
// more. When you have an answer, write it with its source instead of `missing` and `askFounder`: answer: {…},
// source: {…}, and url: 'https://…' if the source is public. Founder 1 is the first one in content/team.ts.
export const questionnaire = {
  // If your repository is public, the page links to the files it names:
  // repository: 'https://github.com/you/your-site/blob/main',

  questions: [
    {
      group: 'environment',
      question: {
        en: 'Where our hosting provider’s electricity comes from',
        it: 'Da dove viene l’elettricità del fornitore di hosting',
      },
      missing: { en: 'Not known yet', it: 'Non lo sappiamo ancora' },
      askFounder: 1,
    },
    {
      group: 'governance',
      question: {
        en: 'Security audit by an independent firm',
        it: 'Verifica di sicurezza svolta da una società indipendente',
      },
      missing: { en: 'None so far', it: 'Finora nessuna' },
      askFounder: 2,
    },
    {
      group: 'governance',
      question: { en: 'Independent penetration test', it: 'Penetration test svolto da terzi' },
      missing: { en: 'None so far', it: 'Finora nessuno' },
      askFounder: 2,
    },
  ],
} satisfies OwnQuestionnaire
