import { defineMessages } from '@deal-canvas/messages'

/** What the checks of tables in documents found, and where documents contradict the model. */
export const factMessages = defineMessages('facts', {
  contradictedMetrics: '{metrics}{more, plural, =0 {} other { and # more}}',
  contradiction:
    '{metric}: {file} states {stated}, {against, select, model {the model has {other}} other {{against} states {other}}}.',
  flag: '{code, select, occupied_without_expiry {The unit is occupied, but no lease end is stated.} expired {The lease has expired.} duplicate_unit {The unit is listed twice.} zero_rent {The unit is occupied, but its rent is zero.} no_expiry {No end of the lease is stated.} ends_before_start {The lease ends before it starts.} duplicate_customer {The customer is listed twice.} total_differs {The stated total is {stated, number}, but the rows add up to {computed, number}.} months_differ_from_total {The stated total is {stated, number}, but the months add up to {computed, number}.} expenses_differ_from_total {The stated total of expenses is {stated, number}, but they add up to {computed, number}.} noi_differs {The stated NOI is {stated, number}, but income less expenses is {computed, number}.} shares_differ_from_total {The stated total is {stated, number} shares, but the holders have {computed, number}.} ownership_differs {The stated ownership is {stated, number}%, but the shares make {computed, number}%.} ownership_not_100 {The stated ownership adds up to {stated, number}%.} interest_only_exceeds_term {The interest-only period is longer than the term.} rate_and_spread {Both a fixed rate and a spread are stated.} other {The check {code} failed.}}',
})
