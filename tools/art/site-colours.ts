import { readFileSync } from 'node:fs'
import { readColours } from '../../src/read-colours.ts'

const tokens = new URL('../../src/tokens.css', import.meta.url)

/** The colour tokens of the site. */
export const colour = readColours(readFileSync(tokens, 'utf8'))
