import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('a CSV export escapes formulas, for spreadsheets that split at commas or semicolons', () => {
  expect(toCsv([['=1+1', 'a=1', '-2', null, '\tx']])).toBe("'=1+1,a=1,'-2,,'\tx\r\n")
  // A spreadsheet that splits at semicolons sees a new cell after each.
  expect(toCsv([['hi;=1+1;x', 'a\n@b', 'a, b']])).toBe(`hi;'=1+1;x,"a\n'@b","a, b"\r\n`)
  // It reads the doubled quotes as an empty start of the cell.
  expect(toCsv([['x;"=1+1;']])).toBe(`"x;""'=1+1;"\r\n`)
})
