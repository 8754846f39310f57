/** Puts together a text that comes in pieces, up to a length; what is longer is cut there. */
export const createTextCollector = (longest: number) => {
  let text = ''
  return {
    start: (): void => {
      text = ''
    },
    add: (piece: string): void => {
      if (text.length < longest) text += piece.length > longest ? piece.slice(0, longest) : piece
    },
    isFull: (): boolean => text.length >= longest,
    take: (): string => text,
  }
}
