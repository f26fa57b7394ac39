import { readColours } from './read-colours.ts'
import css from './tokens.css?raw'

/** For mail, the manifest and theme-color, where CSS custom properties do not work. */
export const colour = readColours(css)
