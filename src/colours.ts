import { readColours } from './read-colours.ts'
import css from './tokens.css?raw'

/** For where custom properties are not known: letters, the manifest, the browser's own frame. */
export const colour = readColours(css)
