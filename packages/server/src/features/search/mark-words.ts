import type { SearchMark } from '@deal-canvas/contract'
import { type Question, wordsOf } from './read-question.ts'

/** Longer texts are cut before: marking is for titles and snippets. */
const maxMarked = 2_000
const maxSnippet = 240

/** Where the words of a question are in a short text, in code points. */
export const markWords = (text: string, { units, isOpen }: Question): SearchMark[] => {
  const wanted = units.map(wordsOf)
  const whole = new Set(wanted.flat())
  const beginning = isOpen ? wanted.at(-1)?.at(-1) : undefined
  const letters = [...text].slice(0, maxMarked)
  const marks: SearchMark[] = []
  for (let at = 0; at < letters.length; ) {
    const start = at
    while (at < letters.length && isOfWord(letters[at])) at += 1
    if (at === start) {
      at += 1
      continue
    }
    const found = wordsOf(letters.slice(start, at).join(''))
    if (found.some((word) => whole.has(word) || (beginning !== undefined && word.startsWith(beginning))))
      marks.push({ start, end: at })
  }
  return marks
}

const isOfWord = (letter: string | undefined): boolean => letter !== undefined && /[\p{L}\p{N}\p{M}]/u.test(letter)

/** One line of the part of a text that was cut out around a match, without half words at its ends. */
export const snippetFrom = (window: string): string => {
  const line = window.replaceAll(/\s+/gu, ' ').trim()
  const begun = line.startsWith('…') ? line.replace(/^…\S*\s?/u, '… ') : line
  const letters = [...begun]
  if (letters.length <= maxSnippet) return begun
  const cut = letters.slice(0, maxSnippet).join('')
  const end = cut.lastIndexOf(' ')
  return `${end > maxSnippet / 2 ? cut.slice(0, end) : cut} …`
}
