import type { Wording } from './wordings.ts'

const currency = { unit: 'currency', measure: 'currency' } as const
const percent = { unit: 'percentage_points', measure: 'percent' } as const
const months = { unit: 'months', measure: 'duration' } as const
const multiple = { unit: 'multiple_x', measure: 'multiple' } as const

const index = `(?:(?:the )?(?:# |five |ten |seven |one |three |month |year |1m |30 day |corresponding )*(?:term )?(?:treasury|ust|sofr|libor|index|swap|prime))`
/** Terms of a property's loan by the words around them: what is lent, at which margin, and how it is repaid. */
export const loanWordings: readonly Wording[] = [
  {
    ...currency,
    key: 'loan_amount',
    term: 'Loan Amount',
    per: 'none',
    before:
      /\b(?:we|lender|bank|we'd|we’d|we'll|we’ll|they)(?: (?:would|will|can|could|are prepared to|are able to|propose to|agree to|shall))? (?:lend|offer|provide|fund|advance|quote|go to)(?: you)?(?: up to)?(?: a total of)?$/,
    min: 100_000,
  },
  {
    ...currency,
    key: 'loan_amount',
    term: 'Loan Amount',
    per: 'none',
    before:
      /\b(?:borrower|sponsor|applicant|we) (?:request|requested|seek|are requesting|is requesting|is seeking|are seeking)(?: a loan of| up to)?$/,
    notAround: /\bequity\b/,
    min: 100_000,
  },
  {
    ...currency,
    key: 'loan_amount',
    term: 'Loan Amount',
    per: 'none',
    before:
      /\b(?:lend|advance|fund|provide|loan of|loan equal to)(?: up to)? (?:the )?(?:lesser|lower) of(?: \( ?[ai] ?\))?$/,
    min: 100_000,
  },
  {
    ...currency,
    key: 'loan_amount',
    term: 'Loan Amount',
    per: 'none',
    before: /\b(?:loan |debt |maximum |initial )?proceed (?:of|are|at|is|to|capped at|sized at)(?: up to)?$/,
    notAround: /\b(?:sale|net|insurance|refinance|founder|seller)\b/,
    min: 100_000,
  },
  {
    ...months,
    key: 'amortization_months',
    term: 'Amortization',
    before:
      /\b(?:amortize|amortized|amortizing|amortization)(?: is| are| payment)?(?: on| over| based on| using| of)?(?: an?)?(?: period of| term of| schedule of)?$/,
    notAround: /\b(?:goodwill|intangible|depreciation|fee amortized|cost amortized)\b/,
  },
  {
    ...months,
    key: 'amortization_months',
    term: 'Amortization',
    after: /^(?:am|amort|amortized|amortizing)\b/,
  },
  {
    ...months,
    key: 'amortization_months',
    term: 'Amortization',
    after: /^(?:payment )?schedule\b/,
    around: /\b(?:principal|amortiz\w{1,6}|p & i)\b/,
  },
  {
    ...percent,
    key: 'spread_pct',
    term: 'Credit Spread',
    after: new RegExp(String.raw`^(?:over|above|on top of|to|spread (?:over|to)) ${index}\b`),
    isBasisPoints: true,
  },
  {
    ...percent,
    key: 'interest_rate_pct',
    term: 'Interest Rate',
    after: /^(?:all in|fixed|coupon|note rate|interest|all\b)/,
    notAround: /\b(?:default|growth|pref|preferred|commission|escalation)\b/,
    max: 20,
  },
  {
    ...multiple,
    key: 'dscr',
    term: 'DSCR',
    before:
      /\b(?:cover|covered|covering|coverage)(?: of)?(?: the| annual| our)?(?: debt service| payment)?(?: is| at| of| by)?$/,
    notAround: /\b(?:interest coverage|fixed charge|interest cover)\b/,
  },
  {
    ...multiple,
    key: 'dscr',
    term: 'DSCR',
    after: /^(?:debt service |dsc )?(?:coverage|cover)\b/,
    notAround: /\b(?:interest coverage|fixed charge|interest cover)\b/,
  },
]
