import type { Page } from '../digitized.ts'
import { type Fragment, layOutPage } from '../reading/pdf-lines.ts'
import type { WithoutRules } from './erase-rules.ts'
import type { RecognizedWord } from './tesseract.ts'

/** Borders and stains are recognized as signs such as `|`, hardly ever with confidence. */
const isStain = ({ text, confidence }: RecognizedWord): boolean => confidence < 0.5 && !/[\p{L}\p{N}]/u.test(text)

/** Below this, the words are shapes of a photo or a drawing. */
const minConfidence = 0.4

const isText = (words: readonly RecognizedWord[]): boolean =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) >= minConfidence * words.length

/** Converts recognized words to a page like that of any PDF: text, lines with their boxes and confidence, tables. */
export const pageOfWords = (
  page: number,
  words: readonly RecognizedWord[],
  { isRuleBetween, ...size }: { width: number; height: number } & Pick<WithoutRules, 'isRuleBetween'>,
): Page => {
  const fragments: Fragment[] = []
  const legible = words.filter((word) => word.text !== '' && !isStain(word))
  const visible = isText(legible) ? legible : []
  for (const [place, word] of visible.entries()) {
    const [before, next] = [visible[place - 1], visible[place + 1]]
    const { text, left, right, top, bottom, confidence } = word
    const isLast = next?.line !== word.line
    const startsCell = before?.line === word.line && isRuleBetween(before.right, left, (top + bottom) / 2)
    const fragment = { text, left, right, top, bottom, confidence, endsLine: isLast, isUpright: true, startsCell }
    fragments.push(fragment)
    if (!isLast) fragments.push({ ...fragment, text: ' ', left: right, right: next.left, startsCell: false })
    else if (next !== undefined && next.paragraph !== word.paragraph) fragments.push({ ...fragment, text: '' })
  }
  return { ...layOutPage(page, fragments, size), ocr: true }
}
