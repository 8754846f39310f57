/** A file that is not read, with a sentence for whoever sent it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
}

export const unreadable = (sentence: string): never => {
  throw new Unreadable(sentence)
}
