import { memoSchema } from '@deal-canvas/memo/document'
import type { PrintableMemo } from '../printable-memo.ts'

/** The words of a section in order, read from its document alone: numbers by their text, images by their description. */
export const sectionWords = ({ metrics }: PrintableMemo, document: unknown): string[] => {
  const words: string[] = []
  memoSchema.nodeFromJSON(document).descendants((node) => {
    if (node.isText) words.push(...(node.text ?? '').split(/\s+/))
    if (node.type.name === 'metric') words.push(metrics.get(String(node.attrs['key']))?.text ?? '')
    if (node.type.name === 'image') words.push(...String(node.attrs['alt']).split(/\s+/))
  })
  return words.filter((word) => word !== '')
}

/** The first word that the text lacks behind the words before it; undefined if all are there, in order. */
export const firstMissing = (text: string, words: readonly string[]): string | undefined => {
  let at = 0
  for (const word of words) {
    const found = text.indexOf(word, at)
    if (found === -1) return word
    at = found + word.length
  }
  return undefined
}
