import { hiddenCharacters } from '#hidden-characters.ts'

/**
 * Puts the characters in place that a text names, such as &amp; and &#8211;, except invisible ones.
 * @param text raw: the parser decodes a part of them, for HTML
 */
export function decodeReferences(text: string): string {
  return text.replaceAll(reference, (written, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named.get(name) ?? written
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
    if (code > 0x10ffff) return written
    const character = String.fromCodePoint(code)
    return hidden.test(character) ? written : character
  })
}

const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi
const hidden = new RegExp(`[${hiddenCharacters}\ufffe\uffff]`, 'u')

/** Those that people write. There are 2,000 more. */
const named = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    shy: '\u00ad',
    euro: '€',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    copy: '©',
    reg: '®',
    trade: '™',
    middot: '·',
    bull: '•',
    times: '×',
    deg: '°',
    laquo: '«',
    raquo: '»',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    agrave: 'à',
    egrave: 'è',
    eacute: 'é',
    igrave: 'ì',
    ograve: 'ò',
    ugrave: 'ù',
    Agrave: 'À',
    Egrave: 'È',
  }),
)
