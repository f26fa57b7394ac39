// Other texts everywhere, long ones, in one language.
export const pitch = {
  headline: {
    beforeLaunch: { en: 'Sustainability reports without the paperwork: soon.' },
    afterLaunch: { en: 'Sustainability reports without the paperwork: open.' },
  },
  subline: {
    beforeLaunch: { en: 'Every question is asked once, and never again.' },
    afterLaunch: { en: 'Every question has been asked for the last time.' },
  },
  openTool: { en: 'Start your first report' },

  newsletter: {
    title: { en: 'Letters from the Workshop' },
    text: {
      beforeLaunch: { en: 'We write when there is something to see, and on the day it opens.' },
      afterLaunch: { en: 'We write when there is something new to see & to try.' },
    },
    button: { en: 'Write to me' },
    trust: { en: 'Four emails a year, no tracking, no cookies & no “partners”.' },
    frequency: {
      beforeLaunch: { en: 'Four emails a year, and one on the day it opens.' },
      afterLaunch: { en: 'Four emails a year.' },
    },
  },

  showExample: true,
  example: {
    title: { en: 'Where does that figure come from?' },
    lead: {
      beforeLaunch: { en: 'You will be able to say.' },
      afterLaunch: { en: 'You can say. To anybody who asks, and to the page.' },
    },
    note: { en: 'None of these documents exists.' },
    rows: [
      {
        question: { en: 'Which of the registered offices has a heating system older than 15 years?' },
        answer: { en: 'None of the documents says so' },
        ask: { en: 'Ask Maintenance & Facilities, Piazza della Repubblica Cisalpina 128/bis' },
      },
      {
        question: { en: 'CO₂ equivalents' },
        answer: { en: '1.250.000,75 t (Scope 1 + 2), of which 37 % in Bologna' },
        source: { en: 'Bilancio_di_sostenibilita_consolidato_2025_definitivo.pdf, pp. 112–114' },
      },
    ],
    yours: { en: 'And the one on your desk' },
  },

  vision: { en: 'One day nobody will be asked for the same figure twice; that’s all we want.' },
  contact: {
    heading: { en: 'Write to the Workshop' },
    subtitle: { en: 'Somebody reads it, and somebody answers it.' },
  },
  tagline: { en: 'Asked once, answered everywhere.' },

  descriptions: {
    home: {
      beforeLaunch: { en: 'Sustainability reports that fill themselves in from your own documents, soon.' },
      afterLaunch: { en: 'Sustainability reports that fill themselves in from your own documents & say where.' },
    },
    about: { en: 'Four people from Bologna who never want to answer a question twice.' },
    contact: { en: 'How to write to the workshop in Bologna, and who will read what you write.' },
  },
}
