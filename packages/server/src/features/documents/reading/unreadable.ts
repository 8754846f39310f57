/** A file that cannot be read, with a message for the uploader. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export const unreadable = (sentence: string): never => {
  throw new Unreadable(sentence)
}
