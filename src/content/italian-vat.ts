/** Partita IVA: eleven digits, the last a Luhn check digit over the first ten. */
export function isItalianVatNumber(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false
  let sum = 0
  for (const [index, digit] of Array.from(text, Number).entries()) {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
