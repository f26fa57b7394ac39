import { mix } from './colour.ts'
import type { Composition, Ridge } from './composition.ts'
import { drawForm, drawRules } from './form.ts'
import { smoothstep } from './noise.ts'
import type { Palette, Tone } from './palette.ts'
import { type Row, tracePath, traceRidge } from './ridge.ts'

export function drawScene(scene: Composition, palette: Palette): string {
  const { width, height } = scene
  const traced = scene.ridges.map((ridge, index) => traceRidge(scene, ridge, index))
  const layers = scene.ridges.map((ridge, index) => {
    const rows = (traced[index] ?? []).filter((row) =>
      isVisible(scene, row, traced[index + 1]?.[0]),
    )
    return (
      drawRidge(scene, palette, ridge, index, rows) +
      drawMist(scene, palette, index) +
      drawForm(scene, palette, ridge, index, traced[index] ?? [])
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${drawSky(scene, palette)}
${layers.join('\n')}
${drawGround(scene, palette)}
</svg>
`
}

function isVisible(scene: Composition, row: Row, cover: Row | undefined): boolean {
  const probes = Array.from({ length: 65 }, (_, i) => (i / 64) * scene.width)
  return probes.some((x) => row.yAt(x) < Math.min(scene.height, cover?.yAt(x) ?? scene.height))
}

function drawSky(scene: Composition, palette: Palette): string {
  const { width, height, sun } = scene
  const horizon = (scene.ridges[0]?.top ?? height) / height
  const stops = palette.sky.map(
    (colour, i) =>
      `<stop offset="${(horizon * ([0, 0.5, 0.85, 1.05][i] ?? 1)).toFixed(3)}" stop-color="${colour}"/>`,
  )
  const cx = sun.x * width
  const cy = sun.y * height
  // A sun behind the ridge pales towards its foot.
  const foot = scene.isFinished ? mix(...palette.sun, 0.5) : palette.sun[1]
  const fade = Array.from({ length: 17 }, (_, i) => {
    const falloff = Math.exp(-5 * (i / 16) ** 2) * (1 - (i / 16) ** 3)
    return `<stop offset="${i / 16}" stop-color="${palette.glow}" stop-opacity="${(palette.glowStrength * falloff).toFixed(4)}"/>`
  })
  return `<defs>
<linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient>
<radialGradient id="glow">${fade.join('')}</radialGradient>
<linearGradient id="sun" x2="0" y2="1"><stop stop-color="${palette.sun[0]}"/><stop offset=".8" stop-color="${foot}"/></linearGradient>
</defs>
<rect width="${width}" height="${height}" fill="url(#sky)"/>
<ellipse cx="${cx}" cy="${cy}" rx="${sun.radius * 9}" ry="${sun.radius * 4.6}" fill="url(#glow)"/>
${drawRules(scene, palette)}
<circle cx="${cx}" cy="${cy}" r="${sun.radius}" fill="url(#sun)"/>`
}

function drawRidge(
  scene: Composition,
  palette: Palette,
  ridge: Ridge,
  index: number,
  rows: readonly Row[],
): string {
  const tone = palette.tones[index]
  if (!tone) return ''
  const from = ridge.flood[0] * scene.width
  const to = ridge.flood[1] * scene.width
  const ground = mix(
    palette.sky.at(-1) ?? palette.paper,
    palette.paper,
    Math.min(1, (index + 0.5) / 3),
  )
  const fills = rows.map((row, i) => {
    const full = mix(tone.crest, tone.mist, Math.min(1, row.progress * 1.7) ** 0.75)
    const veil = mix(mix(ground, full, 0.3), palette.wash, index * 0.14)
    return `<linearGradient id="f${index}-${i}" gradientUnits="userSpaceOnUse" x1="${from}" x2="${to}" y1="0" y2="0"><stop stop-color="${ground}"/><stop offset=".45" stop-color="${veil}"/><stop offset="1" stop-color="${full}"/></linearGradient>`
  })
  const paths = rows.map(
    (row, i) =>
      `<path d="${tracePath(scene, row.yAt)}" fill="url(#f${index}-${i})" stroke="url(#${row.ruled ? 'r' : 'c'}${index})"/>`,
  )
  return `<defs>${inkGradient(`r${index}`, scene, palette, ridge, tone, true)}${inkGradient(`c${index}`, scene, palette, ridge, tone, false)}${fills.join('')}</defs>
<g stroke-width="${ridge.weight.toFixed(2)}">${paths.join('\n')}</g>`
}

/** The nearest ridge fades into the plain ground colour, which the page continues. */
function drawGround(scene: Composition, palette: Palette): string {
  const top = scene.ridges.at(-1)?.top ?? scene.height
  const ground = palette.tones.at(-1)?.crest
  const depth = scene.height - top
  return `<linearGradient id="ground" x2="0" y2="1"><stop stop-color="${ground}" stop-opacity="0"/><stop offset=".9" stop-color="${ground}"/></linearGradient><rect y="${top}" width="${scene.width}" height="${Math.max(0, depth)}" fill="url(#ground)"/>`
}

function drawMist(scene: Composition, palette: Palette, index: number): string {
  const next = scene.ridges[index + 1]
  const tone = palette.tones[index]
  if (!next || !tone || next.flood[0] < 0) return ''
  const stops = [0.75, 0.6, 0.32, 0.1, 0].map(
    (opacity, i) => `<stop offset="${i / 4}" stop-color="${tone.mist}" stop-opacity="${opacity}"/>`,
  )
  const x = (next.flood[1] + 0.16) * scene.width
  return `<radialGradient id="m${index}">${stops.join('')}</radialGradient><ellipse cx="${x}" cy="${next.top - next.spacing * 0.6}" rx="${scene.width * 0.42}" ry="${next.spacing * 2.6}" fill="url(#m${index})"/>`
}

function inkGradient(
  id: string,
  scene: Composition,
  palette: Palette,
  ridge: Ridge,
  tone: Tone,
  ruled: boolean,
): string {
  const stops = Array.from({ length: 21 }, (_, i) => {
    const share = i / 20
    const wake = smoothstep(ridge.flood[0], ridge.flood[1], share)
    const warmth = Math.exp(-(((share - scene.sun.x) / 0.13) ** 2))
    const ink = mix(mix(palette.rule, tone.line, wake), tone.lit, warmth)
    return `<stop offset="${share}" stop-color="${ink}" stop-opacity="${(ruled ? 1 : wake).toFixed(2)}"/>`
  })
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="${scene.width}" y1="0" y2="0">${stops.join('')}</linearGradient>`
}
