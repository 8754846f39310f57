import { blockLanguage } from '../blocks/fenced-blocks.ts'

/** A number of the model, a word with its inner marks (don't, 1,250.5), line ends, other space, or one other character. */
const token = /\[\[[a-z0-9_]{1,80}\]\]|[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{M}\p{N}]+)*|\n+|[^\S\n]+|./gsu

/** Whether something is read there, unlike space and punctuation. */
const word = /[\p{L}\p{N}]/u

export const hasWord = (text: string): boolean => word.test(text)

const fence = '```'
const opening = `${fence}${blockLanguage}`

/** The lines with their line ends, and blocks as a whole; together they are the text. */
export const linesOf = (text: string): string[] => {
  const lines: string[] = []
  let block: string[] | undefined
  for (const line of text.match(/[^\n]*\n|[^\n]+/g) ?? []) {
    if (block === undefined && line.trim() !== opening) lines.push(line)
    else {
      block ??= []
      block.push(line)
      if (line.trim() !== fence) continue
      lines.push(block.join(''))
      block = undefined
    }
  }
  // A fence that is never closed is text.
  return block === undefined ? lines : [...lines, ...block]
}

/**
 * The text in pieces that are compared as a whole: words, numbers of the model (`[[noi]]`), blocks. Together they are
 * the text.
 */
export const tokensOf = (text: string): string[] =>
  linesOf(text).flatMap((line) => (isBlock(line) ? [line] : (line.match(token) ?? [])))

/** Only a block has a line end before its last character. */
const isBlock = (line: string): boolean => line.indexOf('\n') < line.length - 1 && line.includes('\n')
