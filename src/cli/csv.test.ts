import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('no cell starts like a formula, wherever a spreadsheet takes it to start', () => {
  expect(csvLine(['=1+1', 'a=1', '-2', null])).toBe("'=1+1,a=1,'-2,\r\n")
  // Where the comma is for decimals, cells are separated by semicolons.
  expect(csvLine(['hi;=1+1;x', 'a\n@b', 'a, b'])).toBe(`hi;'=1+1;x,"a\n'@b","a, b"\r\n`)
  // Read so, quotation marks that CSV has doubled are an empty beginning of the cell.
  expect(csvLine(['x;"=1+1;'])).toBe(`"x;""'=1+1;"\r\n`)
})
