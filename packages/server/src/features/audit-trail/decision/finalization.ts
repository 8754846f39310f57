import { type AuditEventType, decisions } from '@deal-canvas/contract'
import type { AuditTrailStore, DealRow, EntryRow } from '../audit-trail.store.ts'
import { dataOf, fieldOf, textIn } from '../event-data.ts'
import { canonicalJson } from '../verification/canonical-json.ts'
import { digestParts, digestRationale } from '../verification/digests.ts'
import type { ReadTrailKeys } from '../verification/trail-keys.ts'
import { isAsSigned } from '../whole-entry.ts'

export interface Finalization extends Pick<DealRow, 'status' | 'decision' | 'rationale' | 'decidedBy' | 'decidedAt'> {
  blockersOpen: number
  /** Whether the database rows contradict the signed events. */
  tampered: boolean
}

type DecidedRow = Pick<DealRow, 'status' | 'decision' | 'rationale' | 'rationaleSalt' | 'decidedBy' | 'decidedAt'>

/** The digest of a decision that was made before decisions had digests, for the baseline of its trail. */
export const digestDecisionRow = ({ decision, rationale, rationaleSalt, decidedBy, decidedAt }: DecidedRow): string =>
  digestParts(
    rationaleSalt ?? '',
    rationale ?? '',
    canonicalJson({ decided_at: decidedAt?.toISOString() ?? null, decided_by: decidedBy, decision }),
  )

const nothing = { decision: null, rationale: null, decidedBy: null, decidedAt: null }

/** Undefined if no signed digest covers the rationale, which is possible only for old decisions. */
const isSignedRationale = (row: DecidedRow, decided: EntryRow, baseline: EntryRow | undefined): boolean | undefined => {
  const digest = textIn(fieldOf(dataOf(decided)['digests'], 'rationale'))
  if (digest !== undefined) {
    const { rationale, rationaleSalt } = row
    return rationale !== null && rationaleSalt !== null && digestRationale(rationaleSalt, rationale) === digest
  }
  if (baseline === undefined || baseline.seq < decided.seq) return undefined
  const atBaseline = textIn(fieldOf(dataOf(baseline)['digests'], 'decision'))
  // In an imported deal, the row has the name of the person here, and the event the id that was signed.
  const decidedBy = decided.signedActorId ?? row.decidedBy
  return atBaseline === undefined ? undefined : digestDecisionRow({ ...row, decidedBy }) === atBaseline
}

/**
 * The decision as in its signed event. The rationale is stored in the row and shown only if it matches the signed
 * digest.
 */
const finalizationIn = (
  row: DecidedRow,
  { decided, reopened, baseline }: Record<'decided' | 'reopened' | 'baseline', EntryRow | undefined>,
): Omit<Finalization, 'blockersOpen'> => {
  if (decided === undefined) {
    const tampered = row.status !== 'open' || row.decision !== null || row.rationale !== null
    return { status: 'open', ...nothing, tampered }
  }
  const decision = decisions.find((item) => item === dataOf(decided)['decision']) ?? null
  const status = reopened !== undefined && reopened.seq > decided.seq ? 'open' : 'finalized'
  const rationaleHolds = isSignedRationale(row, decided, baseline)
  const rowHolds =
    row.status === status &&
    row.decision === decision &&
    row.decidedBy === decided.actorId &&
    row.decidedAt?.getTime() === decided.ts.getTime()
  return {
    status,
    decision,
    rationale: rationaleHolds === false ? null : row.rationale,
    decidedBy: decided.actorId,
    decidedAt: decided.ts,
    tampered: !rowHolds || rationaleHolds === false,
  }
}

interface Deps {
  store: Pick<AuditTrailStore, 'decisionEntries' | 'openBlockers'>
  readKeys: ReadTrailKeys
}

export type ReadFinalization = ReturnType<typeof createReadFinalization>

export const createReadFinalization =
  ({ store, readKeys }: Deps) =>
  async (row: DealRow): Promise<Finalization> => {
    const entries = await store.decisionEntries(row.id)
    const keys = await readKeys(row.id)
    const signed = await Promise.all(entries.map((entry) => isAsSigned(keys, entry)))
    const newest = (type: AuditEventType): EntryRow | undefined => entries.find((entry) => entry.type === type)
    const blockersOpen = await store.openBlockers(row.id)
    // An event with an invalid signature or without its data proves no decision, and neither does the row.
    if (signed.includes(false) || newest('deal.finalized')?.data === null)
      return { status: row.status, ...nothing, blockersOpen, tampered: true }
    const events = {
      decided: newest('deal.finalized'),
      reopened: newest('deal.reopened'),
      baseline: newest('audit.baseline'),
    }
    return { ...finalizationIn(row, events), blockersOpen }
  }
