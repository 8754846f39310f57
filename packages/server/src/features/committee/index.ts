import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { FindingSettlements } from '../quality/index.ts'
import type { Thresholds } from '../thresholds/index.ts'
import type { BlindRead } from './blind-read.service.ts'
import { committeeRoutes } from './committee.routes.ts'
import { createCommittees } from './committee.service.ts'
import { createCommitteeStore } from './committee.store.ts'
import { createConditions } from './conditions.service.ts'
import { createConditionsStore } from './conditions.store.ts'
import { createDeciding } from './decide.ts'
import { createReadiness } from './readiness.service.ts'
import { createReadinessStore } from './readiness.store.ts'
import { signOffRoutes } from './sign-offs.routes.ts'
import { createSignOffs } from './sign-offs.service.ts'
import { createSignOffsStore } from './sign-offs.store.ts'

export { createAskAgain } from './ask-again.ts'
export { type BlindRead, createBlindRead, type VisibleRatings } from './blind-read.service.ts'
export { assertCalendarDate, isCalendarDate } from './calendar-date.ts'
export type { Committees } from './committee.service.ts'
export type { Conditions } from './conditions.service.ts'
export { type SignOffs, signOffName } from './sign-offs.service.ts'
export { stateOf } from './voted-state.ts'

interface Needs {
  blindRead: BlindRead
  changes: DealChanges
  findings: FindingSettlements
  thresholds: Thresholds
}

/** The committee of a deal: who votes and signs, what is open, which conditions an approval has, and what a decision needs. */
export const createCommitteeFeature = ({ database, now }: Platform, needs: Needs) => {
  const { blindRead, changes, findings, thresholds } = needs
  const store = createCommitteeStore(database)
  const committees = createCommittees({ store, changes })
  const conditions = createConditions({ store: createConditionsStore(database), people: store, changes })
  const signOffs = createSignOffs({ store: createSignOffsStore(database), people: store, changes })
  const readiness = createReadiness({
    store: createReadinessStore(database),
    committees,
    signOffs,
    blindRead,
    findings,
    thresholds,
  })
  return {
    committees,
    conditions,
    signOffs,
    deciding: createDeciding({ committees, conditions, readiness, signOffs, blindRead }),
    routes: [...committeeRoutes({ committees, conditions, readiness, now }), ...signOffRoutes({ signOffs })],
  }
}
