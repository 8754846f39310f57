/** Labels that state only growth: "% growth", "YoY %", "Growth Rate". */
const growthWords = new Set('growth change increase yoy y/y y-o-y annual year-over-year rate'.split(' '))
const growing = new Set('growth change increase yoy y/y y-o-y year-over-year'.split(' '))
/** Labels that state only a share of something: "% margin", "% of net sales", "as a % of revenue". */
const shareWords = new Set('as a of total net margin margins revenue revenues sales turnover'.split(' '))
const shared = new Set('margin margins revenue revenues sales turnover'.split(' '))

/** "% of EBIT" below the taxes. */
const ofProfit = /^%\s*(?:of )?(?:ebi?t|pbt|pre-?tax (?:income|profit)|profit before tax)$/i

/** What a label without a subject measures; undefined if it has a subject. */
export const measureOf = (label: string): 'growth' | 'margin' | 'rate' | undefined => {
  const text = label.trim()
  if (text.length > 40) return undefined
  if (ofProfit.test(text)) return 'rate'
  const words = text
    .toLowerCase()
    .split(/[\s%()]+/)
    .filter((word) => word !== '')
  const isOnly = (allowed: ReadonlySet<string>, telling: ReadonlySet<string>): boolean =>
    words.every((word) => allowed.has(word)) && words.some((word) => telling.has(word))
  if (isOnly(growthWords, growing)) return 'growth'
  return /%|margin/i.test(text) && isOnly(shareWords, shared) ? 'margin' : undefined
}

/** Whether a label states only a measure, so that its subject is the line above. */
export const isMeasureOnly = (label: string): boolean => measureOf(label) !== undefined

const perShare = /\/ ?sh(?:are)?s?\b|\bper share\b/i

interface Line {
  readonly label: string
  readonly subject: string
  readonly unit: string
}

/** The full label of a line: "% margin" below "EBITDA" is the EBITDA margin, "Equity Value | $/share" is per share. */
export const fullLabel = ({ label, subject, unit }: Line): string => {
  const measure = measureOf(label)
  if (measure !== undefined && subject !== '') return `${subject.trim()} ${measure}`
  return perShare.test(unit) && !/share/i.test(label) ? `${label.trim()} per share` : label
}
