const amount = /[$€£]\s?\d|\b(?:usd|eur|gbp)\b|\d\s?(?:million|billion|thousand|mm|k|m)\b/i
const percentage = /\d\s?%|\bper ?cent\b|\bbasis points\b|\bbps\b/i
const date =
  /\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b|\bq[1-4]\b|\bdays?\b|\bmonths?\b|\byears?\b/i
const duration = /\b(?:days?|weeks?|months?|quarters?|years?)\b/i
const quantity =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)\b/i
const name = /\S\s+\p{Lu}\p{Ll}/u

/** What a question of a certain form asks for. What only has a number of another kind answers it half. */
const forms: readonly { asked: RegExp; answer: readonly RegExp[]; isNumber: boolean }[] = [
  {
    asked: /\bhow (?:much|large|big|rich|high|expensive)\b|\bwhat (?:price|amount|sum)\b/,
    answer: [amount, percentage],
    isNumber: true,
  },
  {
    asked:
      /\bwhat (?:percentage|percent|share|portion|fraction|rate|return|yield|margin)\b|\bwhich (?:part|share|portion)\b/,
    answer: [percentage],
    isNumber: true,
  },
  { asked: /\bhow many\b|\bwhat number\b/, answer: [quantity], isNumber: true },
  { asked: /\bwhen\b|\bwhat (?:date|day|month|year)\b/, answer: [date], isNumber: false },
  { asked: /\bhow (?:long|old|soon|quickly|fast|often)\b/, answer: [duration], isNumber: true },
  { asked: /\bwho\b|\bwhose\b|\bwhich (?:bank|company|firm|lender|person)\b/, answer: [name], isNumber: false },
]

/** How well a sentence has the form of an answer to the question, from 0 to 1. */
export const expectedAnswer = (question: string): ((sentence: string) => number) => {
  const lower = question.toLowerCase()
  const form = forms.find(({ asked }) => asked.test(lower))
  if (form === undefined) return () => 0
  return (sentence) => {
    if (form.answer.some((pattern) => pattern.test(sentence))) return 1
    return form.isNumber && quantity.test(sentence) ? 0.5 : 0
  }
}
