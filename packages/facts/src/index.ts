export { asksForAction } from './claims/asks-for-action.ts'
export {
  type Claim,
  type ClaimProblem,
  type ClaimSource,
  type ClaimVerdict,
  createClaimVerifier,
} from './claims/verify-claim.ts'
export {
  type ChipNumber,
  createDraftVerifier,
  type DraftedProblem,
  type DraftedVerdict,
} from './claims/verify-drafted.ts'
export type { Box, Line, Page, ReadDocument, Table } from './document.ts'
export { type Extracted, type ExtractOptions, extractFacts, type KnownTable } from './extract-facts.ts'
export { type Fact, type FactPeriod, type FactPlace, maxFacts } from './fact.ts'
export { groupBy } from './group-by.ts'
export type { CapTable } from './known-tables/cap-table.ts'
export type { CustomerList } from './known-tables/customer-list.ts'
export type { LeaseAbstract } from './known-tables/lease-abstract.ts'
export type { LeaseList } from './known-tables/lease-list.ts'
export type { LoanTerms } from './known-tables/loan-terms.ts'
export type { OperatingStatement } from './known-tables/operating-statement.ts'
export type { RentRoll } from './known-tables/rent-roll.ts'
export { periodOfLabel } from './periods.ts'
export {
  compareDocuments,
  type Disagreement,
  type Finding,
  type ModelMetric,
  reconcile,
  type Unclear,
} from './reconcile.ts'
