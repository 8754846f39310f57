/** Collects a text that arrives in chunks, truncated to a maximum length. */
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
