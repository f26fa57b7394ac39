import { ContactForm } from './contact-form.tsx'
import { mountIsland } from './mount-island.tsx'

// Apart from the form: the server renders that, and has no use for React's browser half.
export const mount = (island: HTMLElement) => mountIsland(ContactForm, island)
