import type { OwnPitch } from '#content/content-rules.ts'
import { sample } from '#content/sample.ts'

// Some texts change on launch day: they have one wording before it and one after it. \u00a0 is a space that doesn't
// break the line.
export const pitch = {
  headline: {
    beforeLaunch: {
      en: 'Streamlined ESG reporting for your business—coming soon.',
      it: 'Il\u00a0reporting ESG, finalmente semplice: in\u00a0arrivo.',
    },
    afterLaunch: {
      en: 'Streamlined ESG reporting for your business—now live.',
      it: 'Il\u00a0reporting ESG, finalmente semplice: è\u00a0online.',
    },
  },
  subline: {
    beforeLaunch: {
      en: 'A revolution in compliance questionnaires is on its way.',
      it: 'La rivoluzione dei questionari di\u00a0compliance comincia qui.',
    },
    afterLaunch: {
      en: 'The revolution in compliance questionnaires is here.',
      it: 'La rivoluzione dei questionari di\u00a0compliance è\u00a0cominciata.',
    },
  },
  // The button after launch day. Its address is in content/site.ts.
  openTool: { en: 'Open the tool', it: 'Apri lo strumento' },

  newsletter: {
    title: { en: 'Join Our Newsletter', it: 'Iscriviti alla newsletter' },
    text: {
      beforeLaunch: {
        en: 'Stay updated and be the first one to know when we launch.',
        it: 'Resta al corrente: sarai tra i primi a sapere del lancio.',
      },
      afterLaunch: {
        en: 'Stay updated and be the first to know what comes next.',
        it: 'Resta al corrente: sarai tra i primi a scoprire le novità.',
      },
    },
    button: { en: 'Embark on the Journey', it: 'Parti con noi' },
    // How often you write is a promise. It stands in these two texts and in your welcome letters: change them together.
    // The site keeps the part about tracking and cookies.
    trust: {
      en: 'About one email a month. No tracking, no cookies.',
      it: 'Niente cookie, niente tracciamento. Circa un’email al\u00a0mese.',
    },
    // Part of the text that subscribers agree to when they confirm.
    frequency: {
      beforeLaunch: {
        en: 'You’ll get our news about once a month, and an email on launch day.',
        it: 'Riceverai le novità più o meno una volta al mese, e un’email il giorno del lancio.',
      },
      afterLaunch: {
        en: 'You’ll get our news about once a month.',
        it: 'Riceverai le novità più o meno una volta al mese.',
      },
    },
  },

  // The section below the newsletter. false leaves it out.
  showExample: true,
  example: {
    title: { en: 'Every answer comes with its source.', it: 'Ogni risposta con la sua fonte.' },
    lead: {
      beforeLaunch: {
        en: 'The plan: the tool fills in your ESG questionnaires from your own documents, and cites the page. Where it finds no answer, it tells you who to ask.',
        it: 'Il progetto: lo strumento compila i tuoi questionari ESG con quello che trova nei tuoi documenti, e cita la pagina. Se una risposta non c’è, ti dice a chi chiederla.',
      },
      afterLaunch: {
        en: 'The tool fills in your ESG questionnaires from your own documents, and cites the page. Where it finds no answer, it tells you who to ask. Check each answer before you send it.',
        it: 'Lo strumento compila i tuoi questionari ESG con quello che trova nei tuoi documenti, e cita la pagina. Se una risposta non c’è, ti dice a chi chiederla. Controlla ogni risposta prima di inviarla.',
      },
    },
    note: { en: 'Illustration with made-up data.', it: 'Esempio con dati inventati.' },
    // One to six rows, each with the source of its answer or, if no document has one, with whom to ask.
    rows: sample([
      {
        question: { en: 'Electricity used in 2025', it: 'Elettricità consumata nel 2025' },
        answer: { en: '412 MWh', it: '412 MWh' },
        source: { en: 'Energy bills 2025.pdf, p.\u00a03', it: 'Bollette 2025.pdf, p.\u00a03' },
      },
      {
        question: { en: 'Anti-corruption policy', it: 'Politica anticorruzione' },
        answer: { en: 'Yes, since 12\u00a0March 2024', it: 'Sì, dal 12\u00a0marzo 2024' },
        source: { en: 'Code of ethics.pdf, p.\u00a07', it: 'Codice etico.pdf, p.\u00a07' },
      },
      {
        question: { en: 'Accidents at work in 2025', it: 'Infortuni sul lavoro nel 2025' },
        answer: { en: 'Not in your documents', it: 'Nessun dato nei documenti' },
        ask: { en: 'Ask Human Resources', it: 'Chiedi alle Risorse umane' },
      },
    ]),
    // The last row is the visitor's: it leads to the newsletter, or to the tool.
    yours: { en: 'Your next questionnaire', it: 'Il tuo prossimo questionario' },
  },

  vision: {
    en: 'AI autofills ESG questionnaires, gives context, and improves organisation and collaboration, so that regulatory adherence is seamless, transparent and cost-effective for businesses of all sizes.',
    it: 'L’intelligenza artificiale compila i\u00a0questionari ESG, fornisce il contesto e\u00a0migliora organizzazione e collaborazione: così rispettare le norme diventa semplice, trasparente e\u00a0conveniente per le imprese di\u00a0ogni dimensione.',
  },
  contact: {
    heading: { en: "Let's Connect", it: 'Parliamone' },
    subtitle: {
      en: "Reach out and let's simplify ESG reporting for the world.",
      it: 'Basta un messaggio: insieme semplifichiamo il reporting ESG per tutti.',
    },
  },
  // In the footer of every page.
  tagline: {
    en: 'ESG reporting at your fingertips.',
    it: 'Il reporting ESG a\u00a0portata di\u00a0mano.',
  },

  // For search engines and link previews: 50 to 165 characters.
  descriptions: {
    home: {
      beforeLaunch: {
        en: 'A tool that helps you fill in ESG compliance questionnaires is on its way. Join the newsletter and be the first to know when it launches.',
        it: 'Arriva lo strumento che ti aiuta a compilare i questionari ESG. Iscriviti alla newsletter: sarai tra i primi a sapere quando sarà disponibile.',
      },
      afterLaunch: {
        en: 'The tool that helps you fill in ESG compliance questionnaires is here. Open it, and join the newsletter to hear what comes next.',
        it: 'È online lo strumento che ti aiuta a compilare i questionari ESG. Iscriviti alla newsletter per scoprire le prossime novità.',
      },
    },
    about: {
      en: 'The people who are taking the work out of ESG compliance questionnaires, and the vision they share.',
      it: 'Le persone che tolgono la fatica dai questionari di compliance ESG, e la loro visione.',
    },
    contact: {
      en: 'Write to the people behind the ESG reporting tool. We read every message.',
      it: 'Scrivi a chi realizza lo strumento di reporting ESG. Leggiamo ogni messaggio.',
    },
  },
} satisfies OwnPitch
