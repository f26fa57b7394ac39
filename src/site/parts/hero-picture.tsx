import type { ComponentProps } from 'react'
import styles from './hero-picture.module.css'

interface Crop {
  name: string
  media: string
  size: string
}

// The picture covers the hero, which can be taller than the picture's own shape.
const heroCrops: Crop[] = [
  {
    name: 'tall',
    media: '(max-width: 35.999em) and (orientation: portrait)',
    size: 'max(100vw, 51vh)',
  },
  { name: 'middle', media: '(max-aspect-ratio: 4/5)', size: 'max(100vw, 75vh)' },
  { name: 'wide', media: 'all', size: 'max(100vw, 160vh)' },
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

/** Drawn by tools/art/draw-hero.ts in two colour schemes and three crops. */
export function HeroPicture({ className, isFinished }: Props) {
  return (
    <picture className={className}>
      <Sources crops={heroCrops} isFinished={isFinished} />
      <FallbackImage isFinished={isFinished} fetchPriority="high" />
    </picture>
  )
}

// Narrower than it is shown: on a phone's dense screen the smaller file is sharp enough.
const landscapeCrops: Crop[] = [
  { name: 'tall', media: '(max-width: 47.999em)', size: '60vw' },
  { name: 'wide', media: 'all', size: '100vw' },
]

/** The finished picture's landscape, below the words of a page that ends in it. */
export function FinishedLandscape() {
  return (
    <picture className={styles.landscape}>
      <Sources crops={landscapeCrops} isFinished />
      <FallbackImage isFinished loading="lazy" />
    </picture>
  )
}

function Sources({ crops, isFinished }: { crops: Crop[]; isFinished: boolean }) {
  return crops.flatMap(({ name, media, size }) =>
    ['dark', 'light'].flatMap((scheme) =>
      ['avif', 'webp', 'jpg'].map((format) => {
        const srcSet = srcSetOf(fileName(`${name}-${scheme}`, isFinished), format)
        return (
          srcSet && (
            <source
              key={`${name} ${scheme} ${format}`}
              type={format === 'jpg' ? 'image/jpeg' : `image/${format}`}
              media={scheme === 'dark' ? `${media} and (prefers-color-scheme: dark)` : media}
              srcSet={srcSet}
              sizes={size}
            />
          )
        )
      }),
    ),
  )
}

function FallbackImage({
  isFinished,
  ...loading
}: ComponentProps<'img'> & { isFinished: boolean }) {
  const name = `/${fileName('wide-light', isFinished)}-1440.jpg`
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

function fileName(crop: string, isFinished: boolean): string {
  return isFinished ? `finished-${crop}` : crop
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
