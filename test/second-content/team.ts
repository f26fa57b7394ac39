const longName =
  'Maria Annunziata Immacolata Wolfeschlegelsteinhausenbergerdorff di Montecchio Emilia e San Polo'

export const team = [
  {
    name: `Élodie ${longName}`,
    role: { en: 'Co-Founder & CEO' },
    subRole: { en: 'Reader of Questions' },
    description: { en: 'Reads every question twice, and answers it once.' },
    linkedin: 'https://www.linkedin.com/in/elodie',
  },
  {
    name: `Óscar ${longName}`,
    role: { en: 'Chief Engineer' },
    subRole: { en: 'Reader of Documents' },
    description: {
      en: 'Writes the programs that read the documents, checks what they found against the documents again, keeps a note of the page and line of each answer, and explains to whoever asks why an answer is what it is, in the words of the law or in plain ones.',
    },
    image: 'oscar.png',
    linkedin: 'https://www.linkedin.com/in/oscar',
  },
  {
    name: 'Gwendolynne Anna Weidenmann Buonarroti',
    role: { en: 'Co-Founder & COO' },
    subRole: { en: 'Operations Lead' },
    description: { en: 'Keeps the calendar.' },
    linkedin: 'https://www.linkedin.com/in/gwendolynne',
  },
  // On one line, because the format check must accept any formatting of content/.
  { name: 'Bo', role: { en: 'Co-Founder & CPO' }, subRole: { en: 'Draughtsman' }, description: { en: 'Draws.' }, linkedin: 'https://www.linkedin.com/in/bo' },
]
