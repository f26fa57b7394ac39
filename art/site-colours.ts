import { readFileSync } from 'node:fs'
import { readColours } from '../src/read-colours.ts'

const tokens = new URL('../src/tokens.css', import.meta.url)

/** The colours of the pages, for what is drawn to stand beside them. */
export const colour = readColours(readFileSync(tokens, 'utf8'))
