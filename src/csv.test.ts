import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('no cell of a CSV starts like a formula, whichever separator a spreadsheet expects', () => {
  expect(toCsv([['=1+1', 'a=1', '-2', null, '\tx']])).toBe("'=1+1,a=1,'-2,,'\tx\r\n")
  // A spreadsheet whose separator is the semicolon starts a cell after it.
  expect(toCsv([['hi;=1+1;x', 'a\n@b', 'a, b']])).toBe(`hi;'=1+1;x,"a\n'@b","a, b"\r\n`)
  // To such a spreadsheet, the doubled quotes are an empty start of the cell.
  expect(toCsv([['x;"=1+1;']])).toBe(`"x;""'=1+1;"\r\n`)
})
