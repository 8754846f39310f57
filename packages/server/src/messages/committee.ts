import { defineMessages } from '@deal-canvas/messages'

/** The committee of a deal, its votes and conditions. */
export const committeeMessages = defineMessages('committee', {
  onCommittee: 'You are on the committee of this deal',
  changedSinceVote: 'The memo or its numbers have changed since you voted',
  conditionMissing: 'State the condition',
  notADay: 'Not a day of the calendar',
  reasonMissing: 'State why it is waived',
  conditionsNeedApproval: 'Only an approval can have conditions',
  removedSection: '{title} (removed)',
  signatureRequested: 'Sign-off requested: {name}',
  changedSinceSignature: 'The memo or its numbers have changed since you signed',
  labelMissing: 'State what is signed off',
})

/** What is checked before a decision, by the key of the check. */
export const readinessLabels = defineMessages('readiness', {
  open_blockers: 'Open blockers',
  contradictions: 'Contradictions',
  unconfirmed_numbers: 'Unconfirmed numbers',
  high_findings: 'Serious findings',
  threshold_breaches: 'Breached thresholds',
  sections_to_write: 'Sections to write',
  stale_sections: 'Sections with outdated numbers',
  low_ratings: 'Sections rated below 4',
  votes_missing: 'Missing votes',
  sign_offs_missing: 'Missing sign-offs',
})

/** What a sign-off is about, where no label says it. */
export const signOffNames = defineMessages('sign-offs', {
  model_review: 'Model review',
  legal: 'Legal',
  tax: 'Tax',
  insurance: 'Insurance',
  compliance: 'Compliance',
  lender: 'Lender',
  other: 'Sign-off',
})
