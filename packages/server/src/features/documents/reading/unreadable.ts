/** A file that cannot be read, with a message for the uploader. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

/** A file that cannot be read without its password. */
export class NeedsPassword extends Unreadable {}

export const unreadable = (sentence: string): never => {
  throw new Unreadable(sentence)
}
