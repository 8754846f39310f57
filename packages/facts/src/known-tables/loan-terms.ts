import type { Fact } from '../fact.ts'

/** The terms of a loan that a document states; null where it does not. */
export interface LoanTerms {
  readonly kind: 'loan_terms'
  readonly amount: Fact | null
  readonly rate: Fact | null
  readonly spread: Fact | null
  readonly termMonths: Fact | null
  readonly amortizationMonths: Fact | null
  readonly interestOnlyMonths: Fact | null
  readonly minDscr: Fact | null
  readonly maxLtv: Fact | null
  readonly minDebtYield: Fact | null
  readonly originationFee: Fact | null
  readonly exitFee: Fact | null
  readonly flags: readonly { code: 'interest_only_exceeds_term' | 'rate_and_spread' }[]
}

const minTerms = 3

/** Collects the terms of a loan from the facts of a document; undefined if it states fewer than three. */
export const collectLoanTerms = (facts: readonly Fact[]): LoanTerms | undefined => {
  const surest = (isWanted: (fact: Fact) => boolean): Fact | null =>
    facts
      .filter(isWanted)
      .reduce<Fact | null>((best, fact) => (best === null || fact.confidence > best.confidence ? fact : best), null)
  const ofKey = (key: string): Fact | null =>
    surest(({ metricKey, qualifier }) => metricKey === key && qualifier === null)
  const ofTerm = (term: string): Fact | null => surest((fact) => fact.metricKey === null && fact.term === term)
  const covenant = (key: string, qualifier: string): Fact | null =>
    surest((fact) => fact.metricKey === key && fact.qualifier === qualifier)
  const terms = {
    amount: ofKey('loan_amount') ?? ofKey('senior_debt'),
    rate: ofKey('interest_rate_pct'),
    spread: ofKey('spread_pct'),
    termMonths: ofTerm('loan term'),
    amortizationMonths: ofKey('amortization_months'),
    interestOnlyMonths: ofTerm('interest-only period'),
    minDscr: covenant('dscr', 'minimum'),
    maxLtv: covenant('ltv_pct', 'maximum'),
    minDebtYield: covenant('debt_yield_pct', 'minimum'),
    originationFee: ofTerm('origination fee'),
    exitFee: ofTerm('exit fee'),
  }
  if (Object.values(terms).filter((fact) => fact !== null).length < minTerms) return undefined
  const { interestOnlyMonths, termMonths, rate, spread } = terms
  const isTooLong = interestOnlyMonths !== null && termMonths !== null && interestOnlyMonths.value > termMonths.value
  return {
    kind: 'loan_terms',
    ...terms,
    flags: [
      ...(isTooLong ? [{ code: 'interest_only_exceeds_term' as const }] : []),
      ...(rate !== null && spread !== null ? [{ code: 'rate_and_spread' as const }] : []),
    ],
  }
}
