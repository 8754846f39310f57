import type { Passage } from './cut-passages.ts'
import { splitSentences } from './ranking/split-sentences.ts'

/** Numbers and marks say nothing to the sentence model and take most of its time in tables. */
const plain = (text: string): string =>
  text
    .replaceAll(/[*#|>_=.…-]{2,}|[*#|>_]/g, ' ')
    .replaceAll(/[$€£]?\d[\d,.]*(?:\s?(?:%|x\b|MM\b|mm\b|k\b|m\b))?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The texts whose vectors stand for a passage: its sentences, or for a model made for passages the passage itself. */
export const textsToEmbed = (
  { content, sheet }: Pick<Passage, 'content' | 'sheet'>,
  isPerSentence: boolean,
): string[] => {
  if (!isPerSentence) return [content]
  // The lines of a sheet are one vector: its labels together.
  if (sheet !== null) return [plain(content)]
  const sentences = splitSentences(content).map(({ start, end }) => plain(content.slice(start, end)))
  return sentences.length === 0 ? [''] : sentences
}
