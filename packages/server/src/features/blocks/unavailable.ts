/** Thrown while a block is computed: its numbers cannot be shown, and the memo says why. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

export const unavailable = (reason: string): never => {
  throw new Unavailable(reason)
}
