import { withoutTrailing } from '../value/without-trailing.ts'

const money = String.raw`(?:us\$|usd|eur|gbp|inr|rs\.?|[$€£₹¥])`
const size = "(?:'?000'?s?|thousands?|millions?|billions?|crores?|lakhs?|k|mm|mn|m|bn|cr)"
const time = '(?:years?|yrs?|months?|mos?|days?|annual|monthly)'
const period = String.raw`(?:(?:fy|cy)'?\d{2,4}[aefpb]?|(?:19|20)\d{2}[aefpb]?|(?:year|yr|month) ?\d{1,3}|q[1-4](?:[ ']{0,2}\d{2,4})?|[lt]tm|t-?\d{1,2})`

/** A word that states only the unit or the period of a number. */
const measuring = new RegExp(`^(?:in|per|${money}?${size}?|${time}|${period})$`)
const inBrackets = /[([]([^()[\]]{0,60})[)\]]/g
const saysOnlyMeasure = (inner: string): boolean => inner.split(/[ ,;/–-]+/).every((word) => measuring.test(word))

/** The same without brackets, at the end: "Revenue, $mm", "NOI - Year 1". */
const trailing = new RegExp(`[ ,:;–-](?:${period}|in ${money}? ?${size}|${money} ?${size}|${money}|'?000'?s)$`)

const perMoney = new RegExp(`${money} ?/ ?`, 'g')
const britishEnd = /\b(amort|normal|stabil|annual|capital)is(ation|ed)\b/g

/** Longer text is not a label, and would be scanned once for each word cut off its end. */
const maxLength = 400

/**
 * A label for comparison: lowercase, without punctuation, currency signs, scale and trailing period. `%` and `x` stay
 * as separate words, since "EBITDA" and "EBITDA %" are different metrics.
 */
export const normalizeLabel = (label: string): string => {
  let text = label.slice(0, maxLength).normalize('NFKC').toLowerCase().replaceAll(/[’‘`]/g, "'").replaceAll('−', '-')
  text = text.replaceAll(inBrackets, (whole, inner: string) => (saysOnlyMeasure(inner) ? ' ' : whole))
  text = text.replaceAll(/\s+/g, ' ').trim()
  for (let before = ''; before !== text; ) {
    before = text
    text = withoutTrailing(text.replace(trailing, ''), ' ,:;–-')
  }
  return (
    text
      // Without its sign "$/SF" would be "SF".
      .replaceAll(perMoney, 'per ')
      .replaceAll(/\bt-(\d+)\b/g, 't$1')
      .replaceAll(/\bpercent(?:age)?\b|\bpct\b/g, '%')
      .replaceAll('%', ' % ')
      .replaceAll(/\band\b/g, ' ')
      .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
      .replaceAll(britishEnd, '$1iz$2')
      .trim()
  )
}
