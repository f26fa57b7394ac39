import type { ComponentProps } from 'react'
import styles from './hero-picture.module.css'

interface Cut {
  cut: string
  window: string
  size: string
}

// The picture covers the hero, which can be taller than the picture's own shape.
const heroCuts: Cut[] = [
  { cut: 'tall', window: '(width < 36em) and (orientation: portrait)', size: 'max(100vw, 51vh)' },
  { cut: 'middle', window: '(max-aspect-ratio: 4/5)', size: 'max(100vw, 75vh)' },
  { cut: 'wide', window: 'all', size: 'max(100vw, 160vh)' },
]

const files = Object.entries(
  import.meta.glob<string>('../../../content/images/hero/*', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)

interface Props {
  className: string | undefined
  /** With every row answered and the sun above the ridge. */
  isFinished: boolean
}

/** Drawn by art/draw-hero.ts in two colour schemes and three crops. */
export function HeroPicture({ className, isFinished }: Props) {
  return (
    <picture className={className}>
      <Sources cuts={heroCuts} isFinished={isFinished} />
      <Image isFinished={isFinished} fetchPriority="high" />
    </picture>
  )
}

// Narrower than it is shown: on a phone's dense screen the smaller file is sharp enough.
const landscapeCuts: Cut[] = [
  { cut: 'tall', window: '(width < 48em)', size: '60vw' },
  { cut: 'wide', window: 'all', size: '100vw' },
]

/** The finished picture's landscape, below the words of a page that ends in it. */
export function FinishedLandscape() {
  return (
    <picture className={styles.landscape}>
      <Sources cuts={landscapeCuts} isFinished />
      <Image isFinished loading="lazy" />
    </picture>
  )
}

function Sources({ cuts, isFinished }: { cuts: Cut[]; isFinished: boolean }) {
  return cuts.flatMap(({ cut, window, size }) =>
    ['dark', 'light'].flatMap((scheme) =>
      ['avif', 'webp', 'jpg'].map((format) => {
        const srcSet = srcSetOf(nameOf(`${cut}-${scheme}`, isFinished), format)
        return (
          srcSet && (
            <source
              key={`${cut} ${scheme} ${format}`}
              type={format === 'jpg' ? 'image/jpeg' : `image/${format}`}
              media={scheme === 'dark' ? `${window} and (prefers-color-scheme: dark)` : window}
              srcSet={srcSet}
              sizes={size}
            />
          )
        )
      }),
    ),
  )
}

function Image({ isFinished, ...loading }: ComponentProps<'img'> & { isFinished: boolean }) {
  const name = `/${nameOf('wide-light', isFinished)}-1440.jpg`
  return (
    <img
      src={files.find(([path]) => path.endsWith(name))?.[1]}
      width="2560"
      height="1600"
      alt=""
      decoding="async"
      {...loading}
    />
  )
}

function nameOf(cut: string, isFinished: boolean): string {
  return isFinished ? `finished-${cut}` : cut
}

function srcSetOf(name: string, format: string): string {
  const file = new RegExp(`/${name}-(\\d+)\\.${format}$`)
  return files
    .flatMap(([path, url]) => {
      const width = file.exec(path)?.[1]
      return width === undefined ? [] : `${url} ${width}w`
    })
    .join(', ')
}
