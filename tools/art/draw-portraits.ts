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
  mouth: string
  /** Between the face and the hair over the forehead: a beard. */
  onFace?: string
  /** Over everything else: glasses, earrings. */
  worn?: string
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
    mouth: 'M292 362Q320 384 348 362',
    worn: '<g fill="#f2b06a"><circle cx="222" cy="346" r="9"/><circle cx="418" cy="346" r="9"/></g>',
  },
  {
    file: 'marco.png',
    sky: '#a9c2b4',
    sun: '#f8e3bd',
    skin: '#dca47c',
    shade: '#c58a63',
    hair: '#4a3527',
    coat: '#d79a4d',
    line: '#f6d7a4',
    hairBehind:
      'M320 136C240 136 212 190 214 262C214 284 218 300 224 306L416 306C422 300 426 284 426 262C428 190 400 136 320 136Z',
    hairBefore:
      'M222 282C214 232 222 200 240 182C226 150 276 124 316 130C352 106 424 130 420 188C428 210 426 246 418 282C414 252 408 232 396 218C356 222 290 216 262 204C240 222 228 248 222 282Z',
    mouth: 'M298 372Q320 386 342 372',
    onFace:
      'M220 290C226 326 240 346 264 350C284 340 304 340 320 346C336 340 356 340 376 350C400 346 414 326 420 290C424 374 386 426 320 426C254 426 216 374 220 290Z',
    worn: '<g fill="none" stroke="#0f2b23" stroke-width="6"><circle cx="278" cy="292" r="34"/><circle cx="362" cy="292" r="34"/><path d="M311 286Q320 279 329 286M245 286L223 279M395 286L417 279"/></g>',
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
    mouth: 'M294 360Q324 380 350 356',
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
<g transform="translate(320 640) scale(1.12) translate(-320 -634)">
<circle cx="446" cy="236" r="150" fill="${sitter.sun}"/>
<path d="${sitter.hairBehind}" fill="${sitter.hair}"/>
<path d="M276 360h88v96c0 40-88 40-88 0z" fill="${sitter.shade}"/>
<path d="M70 660C76 520 170 470 276 446C292 484 348 484 364 446C470 470 564 520 570 660Z" fill="${sitter.coat}"/>
<clipPath id="coat"><path d="M70 660C76 520 170 470 276 446C292 484 348 484 364 446C470 470 564 520 570 660Z"/></clipPath>
<g clip-path="url(#coat)" fill="none" stroke="${sitter.line}" stroke-width="3">${rows.join('')}</g>
<ellipse cx="320" cy="292" rx="98" ry="124" fill="${sitter.skin}"/>
<path d="${sitter.onFace ?? ''}" fill="${sitter.hair}"/>
<path d="${sitter.hairBefore}" fill="${sitter.hair}"/>
<g fill="none" stroke="${sitter.hair}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round">
<path d="M260 266Q276 256 292 264M348 264Q364 256 380 266"/>
<path d="M278 290v4M362 290v4" stroke-width="12"/>
<path d="M320 296L312 328L322 330" stroke="${sitter.shade}"/>
<path d="${sitter.mouth}" stroke="#b5533c"/>
</g>
${sitter.worn ?? ''}
</g>
</svg>`
}
