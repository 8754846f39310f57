import type { EntryRow } from '../audit-trail.store.ts'
import { isErasable, isOfSignedAge } from '../event-age.ts'
import { dataOf, fieldOf, numberIn, textIn } from '../event-data.ts'
import type { Upgrade } from '../upgrade/upgrade-statement.ts'
import type { MemoPart } from './digests.ts'

/** What the signed events of a deal say that its rows must be. Undefined digests are from before there were any. */
export interface TrailState {
  /** In the order of the memo. */
  sections: Map<string, { version: number; digest: string | undefined }>
  /** Known once an event has said it. */
  numbers: { digest: string; seq: number } | undefined
  documents: Map<string, { sha256: string; size: number | undefined; seq: number }>
  baseline: Baseline | undefined
  /** The last decision, and what the trail said of the memo at that moment. */
  decided: { seq: number; digests: unknown; memo: MemoPart[] | undefined } | undefined
  isFinalized: boolean
  /** Events whose data is missing, and the numbers of those that were lawfully erased. */
  missing: number[]
  erased: Set<number>
  /** Events whose data is missing although no version erases it. */
  lost: number[]
  /** Whether an event is there that only a version with digests and heads can have written. */
  isOfSignedAge: boolean
  /** Baselines that follow such an event, or came after the upgrade. */
  misplaced: number[]
}

export interface Baseline {
  seq: number
  /** The newest version of each section at that time. */
  versions: Map<string, number>
  sectionsDigest: string | undefined
}

/** A version of a section whose digest stands in a signed event. */
export interface WrittenVersion {
  seq: number
  sectionKey: string
  version: number
  digest: string
}

export const emptyTrail = (): TrailState => ({
  sections: new Map(),
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

/** None where a version is from before there were digests. */
const memoOf = ({ sections }: TrailState): MemoPart[] | undefined => {
  const parts: MemoPart[] = []
  for (const [sectionKey, { version, digest }] of sections) {
    if (digest === undefined) return undefined
    parts.push([sectionKey, version, digest])
  }
  return parts
}

const pairsIn = (value: unknown): [unknown, unknown][] =>
  Array.isArray(value) ? value.filter(Array.isArray).map(([first, second]) => [first, second]) : []

/** Ranges of numbers, both ends included, of events up to a number. */
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

/** Takes the next event in; answers the version of a section that it proves, if it is such an event. */
export const takeEvent = (
  state: TrailState,
  entry: EntryRow,
  { mayHaveBaseline }: Pick<Upgrade, 'mayHaveBaseline'>,
): WrittenVersion | undefined => {
  const { seq, type } = entry
  if (type === 'audit.baseline' && (state.isOfSignedAge || !mayHaveBaseline(entry.ts))) state.misplaced.push(seq)
  state.isOfSignedAge ||= isOfSignedAge(entry)
  if (entry.data === null) {
    ;(isErasable(type) ? state.missing : state.lost).push(seq)
    if (type === 'deal.reopened') state.isFinalized = false
    return undefined
  }
  if (!/^(section|metrics?|model|ripple|document|deal|audit)\./.test(type)) return undefined
  const data = dataOf(entry)
  const numbers = textIn(data['numbers_digest'])
  if (numbers !== undefined) state.numbers = { digest: numbers, seq }
  // A change records several such events and signs the last; one that stands alone is of the version before.
  else if (/^(metrics?|model|ripple)\./.test(type)) state.numbers = undefined

  const sectionKey = textIn(data['section_key'])
  const version = numberIn(data['version'])
  const documentId = textIn(data['document_id'])
  if ((type === 'section.created' || type === 'section.updated') && sectionKey !== undefined && version !== undefined) {
    const digest = textIn(data['digest'])
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
  state.baseline = baseline
  state.sections = new Map([...baseline.versions].map(([key, version]) => [key, { version, digest: undefined }]))
  const numbers = textIn(fieldOf(data['digests'], 'numbers'))
  if (numbers !== undefined) state.numbers = { digest: numbers, seq }
  for (const gone of rangesIn(data['erased'], seq - 1)) state.erased.add(gone)
}
