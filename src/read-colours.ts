/** Looks up colours of tokens.css by name. */
export function readColours(css: string): (name: string) => { light: string; dark: string } {
  return (name) => {
    const value = `--${name}: *(?:light-dark\\((#\\w+), *(#\\w+)\\)|(#\\w+))`
    const [, light, dark, both] = new RegExp(value).exec(css) ?? []
    if (light && dark) return { light, dark }
    if (both) return { light: both, dark: both }
    throw new Error(`tokens.css has no colour --${name}`)
  }
}
