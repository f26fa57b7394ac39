import type { WithSamples, Founder } from '#content/content-rules.ts'
import { sample } from '#content/sample.ts'

// Two to six founders, in the order of the page. `image` names a file in content/images/portraits;
// without one the card shows the first letter of the name.
export const team = [
  {
    name: sample('Giulia Ferrante'),
    role: 'Co-Founder & CEO',
    subRole: 'Strategic Leader',
    description: sample(
      'Giulia spent ten years answering supplier questionnaires for manufacturers, and kept a list of every question that was asked twice.',
    ),
    image: sample('giulia.png'),
    linkedin: sample('https://www.linkedin.com/in/giulia-ferrante-sample'),
  },
  {
    name: sample('Marco Bellandi'),
    role: 'Co-Founder & CTO',
    subRole: 'Tech Visionary',
    description: sample(
      'Marco builds systems that read documents the way an auditor does: slowly, completely, and with a note of where each answer came from.',
    ),
    linkedin: sample('https://www.linkedin.com/in/marco-bellandi-sample'),
  },
  {
    name: sample('Elena Vasari'),
    role: 'Co-Founder & CPO',
    subRole: 'Product Architect',
    description: sample(
      'Elena designs tools for people who would rather be doing something else, and measures her work in minutes given back.',
    ),
    image: sample('elena.png'),
    linkedin: sample('https://www.linkedin.com/in/elena-vasari-sample'),
  },
] satisfies WithSamples<Founder>[]
