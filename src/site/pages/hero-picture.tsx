import { heroFiles, type HeroCut } from '../pictures.ts'

const phone = '(width < 36em) and (orientation: portrait)'
const tablet = '(orientation: portrait)'
const dark = '(prefers-color-scheme: dark)'

// The picture covers the hero, which is at times taller than the picture's own shape.
const cuts: { cut: HeroCut; media?: string; sizes: string }[] = [
  { cut: 'tall-dark', media: `${phone} and ${dark}`, sizes: 'max(100vw, 51vh)' },
  { cut: 'tall-light', media: phone, sizes: 'max(100vw, 51vh)' },
  { cut: 'middle-dark', media: `${tablet} and ${dark}`, sizes: 'max(100vw, 75vh)' },
  { cut: 'middle-light', media: tablet, sizes: 'max(100vw, 75vh)' },
  { cut: 'wide-dark', media: dark, sizes: 'max(100vw, 160vh)' },
  { cut: 'wide-light', sizes: 'max(100vw, 160vh)' },
]

/** Drawn by art/draw-hero.ts: rows of a form that rise into hills, in both schemes and three cuts. */
export function HeroPicture({ className }: { className: string | undefined }) {
  const fallback = heroFiles('wide-light', 'jpg').find(({ width }) => width === 1440)
  return (
    <picture className={className}>
      {cuts.flatMap(({ cut, media, sizes }) =>
        (['avif', 'webp', 'jpg'] as const).map((format) => (
          <source
            key={`${cut} ${format}`}
            type={format === 'jpg' ? 'image/jpeg' : `image/${format}`}
            media={media}
            srcSet={heroFiles(cut, format)
              .map(({ url, width }) => `${url} ${width}w`)
              .join(', ')}
            sizes={sizes}
          />
        )),
      )}
      <img
        src={fallback?.url}
        width="2560"
        height="1600"
        alt=""
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
}
