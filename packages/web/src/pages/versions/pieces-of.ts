import { type Block, fencedBlocks, linesOf } from '@deal-canvas/memo'

/** A piece of a section's text. A block that cannot be read has no block. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'number'; metricKey: string }
  | { kind: 'block'; block: Block | undefined }

const number = /\[\[([a-z0-9_]{1,80})\]\]/

/** Splits the text of a section into words, numbers of the model and blocks. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let words = ''
  const endWords = (): void => {
    // Splitting by a group puts the keys of the numbers between the texts.
    for (const [place, part] of words.split(number).entries()) {
      if (place % 2 === 1) pieces.push({ kind: 'number', metricKey: part })
      else if (part !== '') pieces.push({ kind: 'text', text: part })
    }
    words = ''
  }
  for (const line of linesOf(text)) {
    // Only a block is more than one line.
    if (line.trimEnd().includes('\n')) {
      endWords()
      pieces.push({ kind: 'block', block: fencedBlocks(line)[0] })
    } else words += line
  }
  endWords()
  return pieces
}
