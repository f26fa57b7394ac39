import { ContactForm } from './contact-form.tsx'
import { mountIsland } from './mount-island.tsx'

// Separate from the form, which the server renders without react-dom/client.
export const mount = (island: HTMLElement) => mountIsland(ContactForm, island)
