import { brotliCompressSync } from 'node:zlib'
import { co2 } from '@tgwf/co2'
import type { Language } from '#language.ts'

/** The home page as the build has measured it. */
export interface Measured {
  visits: Record<keyof typeof devices, Visit>
  /** Inside the page, not compressed. */
  scriptBytes: number
  /** Of the files that are loaded at the first intent to use the form. */
  formScriptBytes: number
  method: {
    kwhPerGb: { total: number; dataCentres: number; networks: number; devices: number }
    gramsPerKwh: number
  }
}

/** By language. */
export type MeasuredHomes = Partial<Record<Language, Measured>>

export interface Visit {
  /** In CSS pixels. */
  window: Device
  files: { url: string; bytes: number }[]
  /** Of all files, compressed as they are sent, without HTTP headers. */
  bytes: number
  wattHours: number
  gramsOfCo2e: number
}

/** A visitor with Chromium, an empty cache and the light colour scheme. */
const devices = {
  phone: { width: 390, height: 844, density: 3 },
  desktop: { width: 1440, height: 900, density: 1 },
}

type Device = (typeof devices)['phone']

const gigabyte = 1e9

/** @param bytesOf of a file as it is sent */
export function measureHome(
  { path, html }: { path: string; html: string },
  bytesOf: (url: string) => number,
  formModules: string[],
): Measured {
  const page = { url: path, bytes: brotliCompressSync(html).length }
  const links = tagsIn(html, 'link')
  const always = [
    ...links.filter((link) => valueOf(link, 'rel') === 'preload'),
    // Chromium chooses this one of the two icons.
    ...links.filter((link) => valueOf(link, 'type') === 'image/svg+xml'),
  ].map((link) => valueOf(link, 'href'))
  const visit = (device: Device) => {
    const urls = [...always, ...pictureUrls(html, device)]
    return estimate(device, [page, ...urls.map((url) => ({ url, bytes: bytesOf(url) }))])
  }
  return {
    visits: { phone: visit(devices.phone), desktop: visit(devices.desktop) },
    scriptBytes: sum(Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), bytesOfScript)),
    formScriptBytes: sum(formModules.map(bytesOf)),
    method: describeMethod(),
  }
}

const model = new co2({ model: 'swd', version: 4 })

function estimate(window: Device, files: Visit['files']): Visit {
  const bytes = sum(files.map((file) => file.bytes))
  const wattHours = rounded((bytes / gigabyte) * describeMethod().kwhPerGb.total * 1000)
  return { window, files, bytes, wattHours, gramsOfCo2e: rounded(model.perByte(bytes)) }
}

/** The method's own figures for one gigabyte. */
export function describeMethod(): Measured['method'] {
  const inUse = model.model.operationalEnergyPerSegment(gigabyte)
  const inMaking = model.model.embodiedEnergyPerSegment(gigabyte)
  const kwhPerGb = {
    dataCentres: inUse.dataCenter + inMaking.dataCenter,
    networks: inUse.network + inMaking.network,
    devices: inUse.device + inMaking.device,
  }
  const total = rounded(sum(Object.values(kwhPerGb)))
  return { kwhPerGb: { total, ...kwhPerGb }, gramsPerKwh: rounded(model.perByte(gigabyte) / total) }
}

/** Of each picture that is shown at once, the file that a browser with AVIF chooses. */
function pictureUrls(html: string, device: Device): string[] {
  const pictures = Array.from(html.matchAll(/<picture.*?<\/picture>/gs), ([picture]) => picture)
  return pictures
    .filter((picture) => !picture.includes('loading="lazy"'))
    .map((picture) => {
      const source = tagsIn(picture, 'source').find((tag) => matches(valueOf(tag, 'media'), device))
      if (source === undefined) throw new Error('A picture has no source for every window')
      return choose(valueOf(source, 'srcSet'), widthOf(valueOf(source, 'sizes'), device), device)
    })
}

/** The smallest file that is sharp, or else the largest. */
function choose(srcSet: string, width: number, { density }: Device): string {
  const files = srcSet.split(', ').map((file) => file.split(' ') as [string, string])
  const sharp = files.filter(([, size]) => parseInt(size) >= width * density)
  const sorted = (sharp.length > 0 ? sharp : files).toSorted(
    ([, one], [, other]) => parseInt(one) - parseInt(other),
  )
  return sorted.at(sharp.length > 0 ? 0 : -1)![0]
}

/** Knows only the conditions that hero-picture.tsx uses. */
function matches(media: string, { width, height }: Device): boolean {
  return media.split(' and ').every((condition) => {
    if (condition === 'all') return true
    if (condition === '(orientation: portrait)') return height >= width
    if (condition === '(prefers-color-scheme: dark)') return false
    const [, em] = /^\(max-width: ([\d.]+)em\)$/.exec(condition) ?? []
    if (em !== undefined) return width <= Number(em) * 16
    const [, across, down] = /^\(max-aspect-ratio: (\d+)\/(\d+)\)$/.exec(condition) ?? []
    if (across !== undefined) return width * Number(down) <= height * Number(across)
    throw new Error(`The build can't evaluate the media query "${condition}"`)
  })
}

/** Of "100vw" or "max(100vw, 51vh)", in CSS pixels. */
function widthOf(sizes: string, { width, height }: Device): number {
  const lengths = [...sizes.matchAll(/([\d.]+)v([wh])/g)]
  if (lengths.length === 0) throw new Error(`The build can't evaluate sizes="${sizes}"`)
  return Math.max(
    ...lengths.map(([, share, side]) => (Number(share) / 100) * (side === 'w' ? width : height)),
  )
}

const tagsIn = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(`<${name} [^>]*>`, 'g')), ([tag]) => tag)

function valueOf(tag: string, name: string): string {
  const [, value = ''] = new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag) ?? []
  return value.replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}

const bytesOfScript = ([, script = '']: RegExpMatchArray) => Buffer.byteLength(script)

/** Without the last digits of binary fractions. */
const rounded = (number: number) => Number(number.toPrecision(6))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
