import type { Node } from 'prosemirror-model'
import { memoSchema as schema } from './memo-schema.ts'
import { type PlacedBlock, readBlocks, readDocument } from './read-document.ts'
import { writeDocument } from './write-document.ts'

/** A block of the edited document: a block of the source that was not touched, or a new one. */
type Piece = { readonly kept: number } | { readonly written: Node }

/** Finds the untouched blocks, in their order. */
const piecesOf = (before: readonly PlacedBlock[], after: readonly Node[]): Piece[] => {
  const isSame = (from: number, node: Node | undefined) => node !== undefined && before[from]?.node.eq(node) === true
  let head = 0
  while (isSame(head, after[head])) head++
  let tail = 0
  while (head + tail < Math.min(before.length, after.length) && isSame(before.length - 1 - tail, after.at(-1 - tail)))
    tail++
  let next = head
  return after.map((node, n) => {
    if (n < head) return { kept: n }
    if (n >= after.length - tail) return { kept: before.length - (after.length - n) }
    for (let from = next; from < before.length - tail; from++)
      if (isSame(from, node)) {
        next = from + 1
        return { kept: from }
      }
    return { written: node }
  })
}

/** Markdown has no empty paragraphs. */
const isWritten = (node: Node): boolean => node.type !== schema.nodes.paragraph || node.childCount > 0

const lineEnd = /[\n\r]/

/** Where the lines of each block begin and end: the indentation of its first line is a part of it. */
const linesOf = (content: string, blocks: readonly PlacedBlock[]) =>
  blocks.map(({ from, to }) => {
    let start = from
    let end = to
    while (start > 0 && !lineEnd.test(content[start - 1] ?? '')) start--
    while (end < content.length && !lineEnd.test(content[end] ?? '')) end++
    return { start, end }
  })

const joined = (content: string, before: readonly PlacedBlock[], pieces: readonly Piece[]): string => {
  const lines = linesOf(content, before)
  const startOf = (n: number) => lines[n]?.start ?? content.length
  const endOf = (n: number) => lines[n]?.end ?? 0
  let text = ''
  let last: number | undefined = -1
  let waiting: Node[] = []
  const write = () => {
    const found = waiting.length === 0 ? '' : writeDocument(schema.nodes.doc.create(null, waiting)).replace(/\n$/, '')
    waiting = []
    if (found === '') return
    text += text === '' ? found : `\n\n${found}`
    last = undefined
  }
  for (const piece of pieces) {
    if ('written' in piece) {
      waiting.push(piece.written)
      continue
    }
    const { kept } = piece
    write()
    // Blocks that still follow each other keep the lines between them.
    if (last === kept - 1) text += content.slice(endOf(kept - 1), startOf(kept))
    else if (text !== '') text += '\n\n'
    text += content.slice(startOf(kept), endOf(kept))
    last = kept
  }
  write()
  return text === '' ? '' : text + content.slice(endOf(before.length - 1))
}

/**
 * Writes an edited document as Markdown. Blocks that were not touched keep their source, so that a version differs from
 * the one before it only where somebody changed it.
 */
export const writeEdited = (content: string, document: Node): string => {
  const before = readBlocks(content)
  const pieces = piecesOf(before, document.children.filter(isWritten))
  if (pieces.length === before.length && pieces.every((piece) => 'kept' in piece)) return content
  const text = joined(content, before, pieces)
  const whole = writeDocument(document)
  // A block can read differently beside others, such as a list beside a list: then everything is written anew.
  return readDocument(text).eq(readDocument(whole)) ? text : whole.replace(/\n$/, '')
}
