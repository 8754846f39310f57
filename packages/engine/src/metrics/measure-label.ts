/** "% growth", "YoY", "% change". */
const growth =
  /^[%()\s]*(?:yoy|y\/y|y-o-y|annual|year[- ]over[- ]year)?[%()\s]*(?:growth|change|increase|yoy|y\/y|y-o-y)?(?: rate)?[%()\s]*(?:yoy|y\/y)?[%()\s]*$/i
/** "% margin", "Margin", "% of revenue", "% sales". */
const share = /^[%()\s]*(?:as )?(?:a )?%?(?: ?of)?\s*(?:total |net )?(?:margins?|revenues?|sales|turnover)[%()\s]*$/i

/** "% of EBIT" below the taxes. */
const ofProfit = /^%\s*(?:of )?(?:ebi?t|pbt|pre-?tax (?:income|profit)|profit before tax)$/i

/** What a label measures that names nothing itself; undefined: it does name something. */
export const measureOf = (label: string): 'growth' | 'margin' | 'rate' | undefined => {
  const text = label.trim()
  if (text.length > 40) return undefined
  if (ofProfit.test(text)) return 'rate'
  if (/[a-z]/i.test(text) && growth.test(text)) return 'growth'
  const isShare = /%|margin/i.test(text) && share.test(text)
  return isShare ? 'margin' : undefined
}

/** Whether a label says only how something is measured: what that is stands in the line above. */
export const isMeasureOnly = (label: string): boolean => measureOf(label) !== undefined

const perShare = /\/ ?sh(?:are)?s?\b|\bper share\b/i

interface Line {
  readonly label: string
  readonly subject: string
  readonly unit: string
}

/** What a line is called in full: "% margin" below "EBITDA" is the EBITDA margin, "Equity Value | $/share" one per share. */
export const fullLabel = ({ label, subject, unit }: Line): string => {
  const measure = measureOf(label)
  if (measure !== undefined && subject !== '') return `${subject.trim()} ${measure}`
  return perShare.test(unit) && !/share/i.test(label) ? `${label.trim()} per share` : label
}
