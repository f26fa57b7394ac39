/** The founders' photos by file name, as content/team.ts names them. */
export const portraits: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../content/images/portraits/*', {
      eager: true,
      query: '?url',
      import: 'default',
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)
