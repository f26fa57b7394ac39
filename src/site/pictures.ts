export type HeroCut = `${'wide' | 'middle' | 'tall'}-${'light' | 'dark'}`

/** One cut of the hero in one format, narrow to wide. */
export function heroFiles(cut: HeroCut, format: 'avif' | 'webp' | 'jpg') {
  return allHeroFiles
    .filter((file) => file.cut === cut && file.format === format)
    .toSorted((a, b) => a.width - b.width)
}

const allHeroFiles = Object.entries(
  import.meta.glob<string>('../../content/images/hero/*', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
).map(([path, url]) => {
  const [, cut = '', width = '', format = ''] = /([a-z-]+)-(\d+)\.(\w+)$/.exec(path) ?? []
  return { cut, width: Number(width), format, url }
})

interface Picture {
  /** A srcset for each format. */
  sources: Record<string, string>
  img: { src: string; w: number; h: number }
}

/** The founders' photos by file name, as content/team.ts names them, cut to the size of the card. */
export const portraits: Record<string, Picture> = Object.fromEntries(
  Object.entries(
    import.meta.glob<Picture>('../../content/images/portraits/*.{jpg,jpeg,png,webp,avif}', {
      eager: true,
      // A camera writes IMG_0001.JPG.
      caseSensitive: false,
      query: '?w=128;256;384&aspect=1:1&fit=cover&format=avif;webp;jpg&as=picture',
      import: 'default',
    }),
  ).map(([path, picture]) => [path.slice(path.lastIndexOf('/') + 1), picture]),
)
