import { existsSync } from 'node:fs'
import sharp from 'sharp'
import type { Drawing } from './drawing.ts'

interface Sitter {
  file: string
  sky: string
  sun: string
  skin: string
  shade: string
  hair: string
  coat: string
  line: string
  /** The hair behind the head, and the part of it that falls over the forehead. */
  hairBehind: string
  hairBefore: string
}

const sitters: Sitter[] = [
  {
    file: 'giulia.png',
    sky: '#f8e9d0',
    sun: '#f2b06a',
    skin: '#e9b994',
    shade: '#d79f78',
    hair: '#3a2a20',
    coat: '#245546',
    line: '#86ac98',
    hairBehind:
      'M320 128C214 128 178 208 180 300C182 372 168 420 160 470C220 500 262 470 262 470L378 470C378 470 420 500 480 470C472 420 458 372 460 300C462 208 426 128 320 128Z',
    hairBefore:
      'M320 140C236 140 214 214 222 286C250 280 292 250 312 206C340 254 388 278 418 286C426 214 404 140 320 140Z',
  },
  {
    file: 'elena.png',
    sky: '#cdd8c6',
    sun: '#f7c88b',
    skin: '#c98f68',
    shade: '#b27a55',
    hair: '#0f2b23',
    coat: '#8a4b2d',
    line: '#c98f68',
    hairBehind:
      'M320 120C226 120 190 190 194 268C196 320 212 366 236 380L404 380C428 366 444 320 446 268C450 190 414 120 320 120Z',
    hairBefore:
      'M222 262C222 180 262 138 330 138C398 138 424 196 418 268C404 238 380 214 352 204C312 234 262 240 222 262Z',
  },
]

/** Sample portraits in the palette of the hero, until the founders' own photos replace them. */
export function drawPortraits(folder: URL): Drawing[] {
  return sitters
    .map((sitter) => ({ name: `portraits/${sitter.file}`, source: draw(sitter) }))
    .filter(({ name }) => existsSync(new URL(name, folder)))
    .map(({ name, source }) => ({
      name,
      source,
      files: { [name]: () => sharp(Buffer.from(source)).png({ palette: true }).toBuffer() },
    }))
}

function draw(sitter: Sitter): string {
  const rows = Array.from({ length: 7 }, (_, row) => {
    const y = 520 + row * 22
    return `<path d="M60 ${y}Q320 ${y - 74 + row * 5} 580 ${y}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
<rect width="640" height="640" fill="${sitter.sky}"/>
<circle cx="446" cy="236" r="150" fill="${sitter.sun}"/>
<path d="${sitter.hairBehind}" fill="${sitter.hair}"/>
<path d="M276 360h88v96c0 40-88 40-88 0z" fill="${sitter.shade}"/>
<path d="M70 660C76 520 170 470 276 446C292 484 348 484 364 446C470 470 564 520 570 660Z" fill="${sitter.coat}"/>
<clipPath id="coat"><path d="M70 660C76 520 170 470 276 446C292 484 348 484 364 446C470 470 564 520 570 660Z"/></clipPath>
<g clip-path="url(#coat)" fill="none" stroke="${sitter.line}" stroke-width="3">${rows.join('')}</g>
<ellipse cx="320" cy="292" rx="98" ry="124" fill="${sitter.skin}"/>
<path d="${sitter.hairBefore}" fill="${sitter.hair}"/>
</svg>`
}
