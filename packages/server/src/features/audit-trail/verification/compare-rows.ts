import { createHash } from 'node:crypto'
import type { Deciding } from '../audit-trail.service.ts'
import { fieldOf, textIn } from '../event-data.ts'
import type { DealDigests, VersionKey } from './deal-digests.ts'
import { digestMemo } from './digests.ts'
import type { Problems } from './problems.ts'
import type { Baseline, TrailState, WrittenVersion } from './trail-state.ts'

/** The number of texts hashed per statement. */
const perStatement = 50

/** Compares section versions, which are immutable, with the digests in the events that wrote them. */
export const compareVersions = async (
  digests: Pick<DealDigests, 'versions'>,
  dealId: string,
  written: readonly WrittenVersion[],
  problems: Problems,
): Promise<void> => {
  for (let from = 0; from < written.length; from += perStatement) {
    const some = written.slice(from, from + perStatement)
    const found = await digests.versions(dealId, some)
    some.forEach(({ digest, seq }, place) => {
      if (found[place] !== digest) problems.add(found[place] === null ? 'section_unrecorded' : 'section_changed', seq)
    })
  }
}

/** One digest of every version up to the given ones, in order. */
export const digestHistory = async (
  digests: Pick<DealDigests, 'versions'>,
  dealId: string,
  newest: ReadonlyMap<string, number>,
): Promise<string> => {
  const hash = createHash('sha256')
  let keys: VersionKey[] = []
  const flush = async (): Promise<void> => {
    const found = await digests.versions(dealId, keys)
    found.forEach((digest) => {
      hash.update(`${digest ?? 'none'}\n`)
    })
    keys = []
  }
  for (const [sectionKey, last] of newest) {
    for (let version = 1; version <= last; version++) {
      keys.push({ sectionKey, version })
      if (keys.length === perStatement) await flush()
    }
  }
  if (keys.length > 0) await flush()
  return hash.digest('hex')
}

export const compareHistory = async (
  digests: Pick<DealDigests, 'versions'>,
  dealId: string,
  { seq, versions, sectionsDigest }: Baseline,
  problems: Problems,
): Promise<void> => {
  if (sectionsDigest === undefined) return
  if ((await digestHistory(digests, dealId, versions)) !== sectionsDigest) problems.add('history_changed', seq)
}

const compareSections = async (
  digests: DealDigests,
  dealId: string,
  { sections, order }: TrailState,
  problems: Problems,
): Promise<void> => {
  const standing = await digests.standing(dealId)
  for (const { sectionKey, version, agrees, versions } of standing) {
    const signed = sections.get(sectionKey)
    if (signed === undefined || signed.version !== version || versions !== version) problems.add('section_unrecorded')
    else if (!agrees) problems.add('section_changed')
  }
  const shown = standing.filter(({ isRemoved }) => !isRemoved)
  // A removed section must not have gone without an event, nor come back.
  const isInOrder = shown.length === order.length && shown.every(({ sectionKey }, place) => order[place] === sectionKey)
  if (!isInOrder || standing.length !== sections.size) problems.add('section_unrecorded')
}

const compareDocuments = async (
  digests: DealDigests,
  dealId: string,
  { documents, baseline }: TrailState,
  problems: Problems,
): Promise<void> => {
  const rows = new Map((await digests.documentsOf(dealId)).map((row) => [row.id, row]))
  for (const [id, { sha256, size, seq }] of documents) {
    const row = rows.get(id)
    if (row?.sha256 !== sha256 || (size !== undefined && row.size !== size)) problems.add('documents_changed', seq)
  }
  // Early intakes stored files without an event of their own.
  if (baseline === undefined && [...rows.keys()].some((id) => !documents.has(id))) problems.add('documents_changed')
}

/** While a deal is finalized, its rows must match the digests in the signed decision. */
const compareDecision = async (
  digests: DealDigests & Pick<Deciding, 'digestVotes' | 'digestSignOffs'>,
  dealId: string,
  { decided, isFinalized }: TrailState,
  problems: Problems,
): Promise<void> => {
  if (decided === undefined) return
  const signed = (part: string): string | undefined => textIn(fieldOf(decided.digests, part))
  const memo = signed('memo')
  if (memo !== undefined && decided.memo !== undefined && digestMemo(decided.memo) !== memo)
    problems.add('memo_changed', decided.seq)
  if (!isFinalized) return
  const parts = [
    ['memo', 'memo_changed', digests.memo],
    ['numbers', 'numbers_changed', digests.numbers],
    ['documents', 'documents_changed', digests.documents],
  ] as const
  for (const [part, code, digest] of parts) {
    const wanted = signed(part)
    if (wanted !== undefined && (await digest(dealId)) !== wanted) problems.add(code, decided.seq)
  }
  if (decided.digests !== undefined && (await digests.digestVotes(dealId)) !== (signed('votes') ?? null))
    problems.add('votes_changed', decided.seq)
  // A decision of an older version had no sign-offs, so none may be there now.
  if (decided.digests !== undefined && (await digests.digestSignOffs(dealId)) !== (signed('sign_offs') ?? null))
    problems.add('sign_offs_changed', decided.seq)
}

/** A deal without events must not have a memo. */
export const compareUntouched = async (
  digests: Pick<DealDigests, 'standing'>,
  dealId: string,
  problems: Problems,
): Promise<void> => {
  if ((await digests.standing(dealId)).length > 0) problems.add('section_unrecorded')
}

/** Compares the current rows of a deal with its signed events, in one transaction with the trail's head. */
export const compareRows = async (
  digests: DealDigests & Pick<Deciding, 'digestVotes' | 'digestSignOffs'>,
  dealId: string,
  state: TrailState,
  problems: Problems,
): Promise<void> => {
  await compareDecision(digests, dealId, state, problems)
  await compareSections(digests, dealId, state, problems)
  if (state.numbers !== undefined && (await digests.numbers(dealId)) !== state.numbers.digest)
    problems.add('numbers_changed', state.numbers.seq)
  await compareDocuments(digests, dealId, state, problems)
}
