import { type AuditEventArea, auditEvents, isAuditEventType, isExternalEventType } from '@deal-canvas/contract'
import type { EntryRow } from '../audit-trail.store.ts'
import { isErasable, isOfSignedAge } from '../event-age.ts'
import { dataOf, fieldOf, numberIn, textIn } from '../event-data.ts'
import type { Upgrade } from '../upgrade/upgrade-statement.ts'
import type { MemoPart } from './digests.ts'

/** The state of a deal's rows according to its signed events. Undefined digests are from before digests existed. */
export interface TrailState {
  /** With the removed ones. */
  sections: Map<string, { version: number; digest: string | undefined }>
  /** The keys of the sections in the memo, in its order. */
  order: string[]
  /** Set once an event has a digest of the numbers. */
  numbers: { digest: string; seq: number } | undefined
  documents: Map<string, { sha256: string; size: number | undefined; seq: number }>
  baseline: Baseline | undefined
  /** The latest decision, and the memo according to the trail at that moment. */
  decided: { seq: number; digests: unknown; memo: MemoPart[] | undefined } | undefined
  isFinalized: boolean
  /** Events whose data is missing, and the numbers of those that a signed event lists as erased. */
  missing: number[]
  erased: Set<number>
  /** Events whose data is missing although no version ever erases it. */
  lost: number[]
  /** Whether the trail has an event that only a version with digests and heads can have written. */
  isOfSignedAge: boolean
  /** Baselines that follow such an event or were signed outside the upgrade. */
  misplaced: number[]
}

export interface Baseline {
  seq: number
  /** The newest version of each section at the time of the baseline. */
  versions: Map<string, number>
  sectionsDigest: string | undefined
}

/** A section version whose digest is in a signed event. */
export interface WrittenVersion {
  seq: number
  sectionKey: string
  version: number
  digest: string
}

export const emptyTrail = (): TrailState => ({
  sections: new Map(),
  order: [],
  numbers: undefined,
  documents: new Map(),
  baseline: undefined,
  decided: undefined,
  isFinalized: false,
  missing: [],
  erased: new Set(),
  lost: [],
  isOfSignedAge: false,
  misplaced: [],
})

/** Undefined if a version is from before digests existed. */
const memoOf = ({ sections, order }: TrailState): MemoPart[] | undefined => {
  const parts: MemoPart[] = []
  for (const sectionKey of order) {
    const section = sections.get(sectionKey)
    if (section?.digest === undefined) return undefined
    parts.push([sectionKey, section.version, section.digest])
  }
  return parts
}

/** Where an event puts a section: behind the named one, first (null), or last. */
const insert = (state: TrailState, sectionKey: string, after: unknown): void => {
  const others = state.order.filter((key) => key !== sectionKey)
  const at = after === null ? 0 : typeof after === 'string' ? others.indexOf(after) + 1 : others.length
  state.order = others.toSpliced(at, 0, sectionKey)
}

const writing: readonly string[] = ['section.created', 'section.updated', 'section.renamed']

const pairsIn = (value: unknown): [unknown, unknown][] =>
  Array.isArray(value) ? value.filter(Array.isArray).map(([first, second]) => [first, second]) : []

/** Expands inclusive ranges of event numbers, up to a last number. */
const rangesIn = function* (value: unknown, last: number): Iterable<number> {
  for (const [from, to] of pairsIn(value)) {
    const [start, end] = [numberIn(from), numberIn(to)]
    if (start === undefined || end === undefined) continue
    for (let seq = Math.max(1, start); seq <= Math.min(end, last); seq++) yield seq
  }
}

const baselineIn = (seq: number, data: Record<string, unknown>): Baseline => ({
  seq,
  versions: new Map(
    pairsIn(data['sections']).flatMap(([key, version]) =>
      typeof key === 'string' && typeof version === 'number' ? [[key, version] as const] : [],
    ),
  ),
  sectionsDigest: textIn(fieldOf(data['digests'], 'sections')),
})

const provingAreas: readonly AuditEventArea[] = [
  'section',
  'metric',
  'metrics',
  'model',
  'ripple',
  'document',
  'deal',
  'audit',
]

/** Events of outside pipelines prove nothing; unknown events of a newer version can still prove numbers. */
const canProve = (type: string): boolean =>
  isAuditEventType(type) ? provingAreas.includes(auditEvents[type].area) : !isExternalEventType(type)

/** Adds the next event to the state; returns the section version that it proves, if any. */
export const takeEvent = (
  state: TrailState,
  entry: EntryRow,
  { mayHaveBaseline }: Pick<Upgrade, 'mayHaveBaseline'>,
): WrittenVersion | undefined => {
  const { seq } = entry
  const type = isAuditEventType(entry.type) ? entry.type : undefined
  if (type === 'audit.baseline' && (state.isOfSignedAge || !mayHaveBaseline(entry.ts))) state.misplaced.push(seq)
  state.isOfSignedAge ||= isOfSignedAge(entry)
  if (entry.data === null) {
    ;(isErasable(entry.type) ? state.missing : state.lost).push(seq)
    if (type === 'deal.reopened') state.isFinalized = false
    return undefined
  }
  if (!canProve(entry.type)) return undefined
  const data = dataOf(entry)
  const numbers = textIn(data['numbers_digest'])
  if (numbers !== undefined) state.numbers = { digest: numbers, seq }
  // A change records several such events, and only the last has a digest. One without a later digest was written by an
  // older version.
  else if (type !== undefined && auditEvents[type].movesNumbers) state.numbers = undefined

  const sectionKey = textIn(data['section_key'])
  const version = numberIn(data['version'])
  const documentId = textIn(data['document_id'])
  if (type === 'section.ordered') {
    const keys = data['section_keys']
    if (Array.isArray(keys)) state.order = keys.filter((key) => typeof key === 'string')
  } else if (type === 'section.removed') state.order = state.order.filter((key) => key !== sectionKey)
  else if (type === 'section.restored' && sectionKey !== undefined) insert(state, sectionKey, data['after'])
  else if (type !== undefined && writing.includes(type) && sectionKey !== undefined && version !== undefined) {
    const digest = textIn(data['digest'])
    if (!state.sections.has(sectionKey)) insert(state, sectionKey, data['after'])
    // The same version again: its text was confirmed, not written.
    if (digest === undefined && state.sections.get(sectionKey)?.version === version) return undefined
    state.sections.set(sectionKey, { version, digest })
    return digest === undefined ? undefined : { seq, sectionKey, version, digest }
  }
  if (type === 'document.added' && documentId !== undefined) {
    const sha256 = textIn(data['sha256']) ?? ''
    state.documents.set(documentId, { sha256, size: numberIn(data['size']), seq })
  } else if (type === 'document.removed' && documentId !== undefined) state.documents.delete(documentId)
  else if (type === 'deal.finalized') {
    state.decided = { seq, digests: data['digests'], memo: memoOf(state) }
    state.isFinalized = true
  } else if (type === 'deal.reopened') state.isFinalized = false
  else if (type === 'audit.erased') for (const gone of rangesIn(data['seqs'], seq - 1)) state.erased.add(gone)
  else if (type === 'audit.baseline') takeBaseline(state, seq, data)
  return undefined
}

const takeBaseline = (state: TrailState, seq: number, data: Record<string, unknown>): void => {
  const baseline = baselineIn(seq, data)
  const removed = new Set([...state.sections.keys()].filter((key) => !state.order.includes(key)))
  state.baseline = baseline
  state.sections = new Map([...baseline.versions].map(([key, version]) => [key, { version, digest: undefined }]))
  state.order = [...baseline.versions.keys()].filter((key) => !removed.has(key))
  const numbers = textIn(fieldOf(data['digests'], 'numbers'))
  if (numbers !== undefined) state.numbers = { digest: numbers, seq }
  for (const gone of rangesIn(data['erased'], seq - 1)) state.erased.add(gone)
}
