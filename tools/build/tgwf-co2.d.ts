declare module '@tgwf/co2' {
  type Segments = Record<'dataCenter' | 'network' | 'device', number>

  export class co2 {
    constructor(options: { model: 'swd'; version: 4 })
    /** In grams. */
    perByte(bytes: number): number
    model: {
      /** Both in kWh. */
      operationalEnergyPerSegment(bytes: number): Segments
      embodiedEnergyPerSegment(bytes: number): Segments
    }
  }
}
