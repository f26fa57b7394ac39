declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'truetype' | 'woff2'
      keepFeatures?: string[] | undefined
      variationAxes?: Record<string, number | { min: number; max: number }> | undefined
    },
  ): Promise<Uint8Array>
}
