import type { OwnTeam } from '#content/content-rules.ts'
import { sample } from '#content/sample.ts'

// One to six founders, in the order of the page. `image` names a file in content/images/portraits;
// without one the card shows the first letter of the name.
export const team = [
  {
    name: sample('Giulia Ferrante'),
    role: { en: 'Co-Founder & CEO', it: 'Cofondatrice e CEO' },
    subRole: { en: 'Strategic Leader', it: 'Guida strategica' },
    description: sample({
      en: 'Giulia spent ten years answering supplier questionnaires for manufacturers, and kept a list of every question that was asked twice.',
      it: 'Per dieci anni Giulia ha compilato questionari fornitori per aziende manifatturiere, annotando ogni domanda che tornava una seconda volta.',
    }),
    image: sample('giulia.png'),
    linkedin: sample('https://www.linkedin.com/in/giulia-ferrante-sample'),
  },
  {
    name: sample('Marco Bellandi'),
    role: { en: 'Co-Founder & CTO', it: 'Cofondatore e CTO' },
    subRole: { en: 'Tech Visionary', it: 'Visione tecnologica' },
    description: sample({
      en: 'Marco builds systems that read documents the way an auditor does: slowly, completely, and with a note of where each answer came from.',
      it: 'Marco costruisce sistemi che leggono i documenti come farebbe un revisore: con calma, per intero e senza mai perdere di vista la fonte di ogni risposta.',
    }),
    image: sample('marco.png'),
    linkedin: sample('https://www.linkedin.com/in/marco-bellandi-sample'),
  },
  {
    name: sample('Elena Vasari'),
    role: { en: 'Co-Founder & CPO', it: 'Cofondatrice e CPO' },
    subRole: { en: 'Product Architect', it: 'Architettura di prodotto' },
    description: sample({
      en: 'Elena designs tools for people who would rather be doing something else, and measures her work in minutes given back.',
      it: 'Elena progetta strumenti per chi preferirebbe dedicarsi ad altro, e misura il proprio lavoro nei minuti che fa risparmiare.',
    }),
    image: sample('elena.png'),
    linkedin: sample('https://www.linkedin.com/in/elena-vasari-sample'),
  },
] satisfies OwnTeam
