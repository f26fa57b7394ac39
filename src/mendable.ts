/** A mistake that the owner can mend: its message says all there is to say, and is shown without a stack. */
export class Mendable extends Error {
  override name = 'Mendable'
}
