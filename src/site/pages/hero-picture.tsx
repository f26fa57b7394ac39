// The picture covers the hero, which is at times taller than the picture's own shape.
const cuts = [
  { cut: 'tall', window: '(width < 36em) and (orientation: portrait)', size: 'max(100vw, 51vh)' },
  { cut: 'middle', window: '(max-aspect-ratio: 4/5)', size: 'max(100vw, 75vh)' },
  { cut: 'wide', window: 'all', size: 'max(100vw, 160vh)' },
].flatMap(({ cut, window, size }) => [
  { cut: `${cut}-dark`, media: `${window} and (prefers-color-scheme: dark)`, size },
  { cut: `${cut}-light`, media: window, size },
])

const files = Object.entries(
  import.meta.glob<string>('../../../content/images/hero/*', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
)

/** Drawn by art/draw-hero.ts: rows of a form that rise into hills, in both schemes and three cuts. */
export function HeroPicture({ className }: { className: string | undefined }) {
  return (
    <picture className={className}>
      {cuts.flatMap(({ cut, media, size }) =>
        ['avif', 'webp', 'jpg'].map((format) => (
          <source
            key={`${cut} ${format}`}
            type={format === 'jpg' ? 'image/jpeg' : `image/${format}`}
            media={media}
            srcSet={srcSetOf(cut, format)}
            sizes={size}
          />
        )),
      )}
      <img
        src={files.find(([path]) => path.endsWith('/wide-light-1440.jpg'))?.[1]}
        width="2560"
        height="1600"
        alt=""
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  )
}

function srcSetOf(cut: string, format: string): string {
  const name = new RegExp(`/${cut}-(\\d+)\\.${format}$`)
  return files
    .flatMap(([path, url]) => {
      const width = name.exec(path)?.[1]
      return width === undefined ? [] : `${url} ${width}w`
    })
    .join(', ')
}
