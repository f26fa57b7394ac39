import { UserError } from '#user-error.ts'
import { printable } from './printable.ts'

/** The row that the beginning of an id names. */
export function onlyOne<Row>(noun: string, idStart: string, [row, another]: Row[]): Row {
  const start = `an id that starts with ${printable(idStart)}`
  if (row === undefined) throw new UserError(`No ${noun} has ${start}.`)
  if (another !== undefined) throw new UserError(`Several have ${start}: give more of it.`)
  return row
}

/** Its first characters are the moment when the row was made: fewer would name all of that minute. */
export const shortId = (id: string) => id.slice(0, 23)
