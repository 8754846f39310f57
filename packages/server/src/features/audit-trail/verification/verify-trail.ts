import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Deciding } from '../audit-trail.service.ts'
import type { AuditTrailStore, EntryRow } from '../audit-trail.store.ts'
import type { ReadFinalization } from '../decision/finalization.ts'
import { dataOf } from '../event-data.ts'
import type { Upgrade } from '../upgrade/upgrade-statement.ts'
import { noHash } from './chain.ts'
import { compareHistory, compareRows, compareUntouched, compareVersions } from './compare-rows.ts'
import type { DealDigests } from './deal-digests.ts'
import { createProblems, type Problem, type ProblemCode } from './problems.ts'
import { isSignedHead } from './signed-head.ts'
import type { Signer } from './signer.ts'
import type { ReadTrailKeys, TrailOrigin } from './trail-keys.ts'
import { emptyTrail, type TrailState, takeEvent } from './trail-state.ts'
import { createChainWalk } from './verification.ts'

interface Deps {
  store: Pick<AuditTrailStore, 'head' | 'after' | 'signedHead'>
  database: Database
  digests: DealDigests
  readFinalization: ReadFinalization
  signer: Pick<Signer, 'isGood'>
  readKeys: ReadTrailKeys
  upgrade: Upgrade
  deciding: Pick<Deciding, 'digestVotes' | 'digestSignOffs'>
  now: Clock
}

export interface Verdict {
  valid: boolean
  entries: number
  erased: number
  headHash: string | null
  firstBadSeq?: number
  problems: readonly Problem[]
  /** The installations that the deal came from. */
  origins: readonly TrailOrigin[]
}

const pageSize = 1_000

/** Whether the event that follows an imported trail names its key and its end, so that neither can be replaced. */
const isSealOf = (entry: EntryRow, { seq, fingerprint }: TrailOrigin): boolean => {
  const data = dataOf(entry)
  return (
    entry.seq === seq + 1 &&
    data['entries'] === seq &&
    data['fingerprint'] === fingerprint &&
    data['head_hash'] === entry.prevHash
  )
}

export type VerifyTrail = ReturnType<typeof createVerifyTrail>

/**
 * Recomputes a trail from its first event and compares the deal's rows with it. Long trails are read page by page
 * outside of any transaction; only the end of the trail and the current rows are read in one consistent snapshot.
 */
export const createVerifyTrail = ({
  store,
  database,
  digests,
  readFinalization,
  signer,
  readKeys,
  upgrade,
  deciding,
  now,
}: Deps) => {
  /** One snapshot of all tables: parallel writes must not look like differences. */
  const atOneMoment = <Result>(isInside: boolean, work: () => Promise<Result>): Promise<Result> =>
    database.transaction(async () => {
      // An import verifies its own rows before it commits them, so nobody else can change them.
      if (isInside) return work()
      await database.query({ text: 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY' })
      return work()
    })

  const pages = async function* (dealId: string, after: number, last: number): AsyncIterable<EntryRow[]> {
    for (let from = after; from < last; ) {
      const page = await store.after(dealId, from, Math.min(pageSize, last - from))
      if (page.length === 0) return
      yield page
      from = page.at(-1)?.seq ?? last
    }
  }

  const unexplained = ({ missing, erased, lost }: TrailState): number[] =>
    [...missing.filter((seq) => !erased.has(seq)), ...lost].sort((a, b) => a - b)

  const hashAt = async (dealId: string, seq: number): Promise<string | undefined> => {
    if (seq === 0) return noHash
    const [entry] = await store.after(dealId, seq - 1, 1)
    return entry?.seq === seq ? entry.hash : undefined
  }

  return async (
    dealId: string,
    { remembered }: { remembered?: { seq: number; hash: string } | undefined } = {},
  ): Promise<Verdict | undefined> => {
    const isInside = database.inTransaction()
    const begun = await store.head(dealId)
    if (begun === undefined) return undefined
    const problems = createProblems()
    const state = emptyTrail()
    const signed = await store.signedHead(dealId)
    const keys = await readKeys(dealId)
    const sealed: EntryRow[] = []
    const isSigned = signed !== undefined && (await isSignedHead(signer, signed))
    const known = new Map<number, string>()
    if (remembered !== undefined) known.set(remembered.seq, remembered.hash)

    const walk = createChainWalk({
      keys,
      known,
      onEntries: async (entries) => {
        const written = entries.flatMap((entry) => takeEvent(state, entry, keys.of(entry.seq)) ?? [])
        sealed.push(...entries.filter(({ type }) => type === 'deal.imported'))
        await compareVersions(digests, dealId, written, problems)
      },
    })
    /**
     * Before the baseline, no signed event lists which data was erased or what an older version recorded about its
     * rows.
     */
    const awaitsBaseline = (): boolean =>
      signed === undefined &&
      !state.isOfSignedAge &&
      state.lost.length === 0 &&
      upgrade.covers(walk.seq === 0 ? 'empty' : 'events', now())
    let firstBadSeq: number | undefined
    const fail = (code: ProblemCode, seq: number): void => {
      firstBadSeq = Math.min(firstBadSeq ?? seq, seq)
      problems.add(code, seq)
    }

    /** Returns whether the chain is valid up to the head. */
    const follow = async (head: { seq: number; hash: string }): Promise<boolean> => {
      known.set(head.seq, known.get(head.seq) ?? head.hash)
      for await (const page of pages(dealId, walk.seq, head.seq)) {
        const bad = await walk.take(page)
        if (bad === undefined) continue
        fail(remembered?.seq === bad ? 'known_event_missing' : 'event_changed', bad)
        return false
      }
      if (walk.seq < head.seq) fail('events_missing', walk.seq + 1)
      return walk.seq >= head.seq
    }

    const stood = await follow(begun.head)
    const compareHead = (hashThere: string | undefined): void => {
      if (signed === undefined) {
        if (!awaitsBaseline()) problems.add('head_missing')
      } else if (!isSigned) problems.add('head_forged')
      else if (hashThere !== signed.hash) fail('head_changed', stood ? Math.min(signed.seq, walk.seq + 1) : signed.seq)
    }

    if (stood) {
      if (state.baseline !== undefined) await compareHistory(digests, dealId, state.baseline, problems)
      for (const origin of keys.origins)
        if (!sealed.some((entry) => isSealOf(entry, origin))) fail('origin_changed', origin.seq + 1)
      await atOneMoment(isInside, async () => {
        const current = await store.head(dealId)
        if (current === undefined || !(await follow(current.head))) return
        const { tampered } = await readFinalization(current.deal)
        if (tampered) problems.add('decision_changed', state.decided?.seq)
        if (!awaitsBaseline()) await compareRows({ ...digests, ...deciding }, dealId, state, problems)
        else if (walk.seq === 0) await compareUntouched(digests, dealId, problems)
      })
      for (const seq of state.misplaced) fail('baseline_misplaced', seq)
      for (const seq of awaitsBaseline() ? [] : unexplained(state)) fail('data_missing', seq)
    }
    compareHead(signed === undefined ? undefined : await hashAt(dealId, signed.seq))
    if (remembered !== undefined && remembered.seq > walk.seq && stood) fail('known_event_missing', walk.seq + 1)

    return {
      valid: problems.found.length === 0,
      entries: walk.seq,
      erased: walk.erased,
      headHash: stood ? (walk.seq === 0 ? null : walk.hash) : begun.head.hash,
      ...(firstBadSeq === undefined ? {} : { firstBadSeq }),
      problems: problems.found,
      origins: keys.origins,
    }
  }
}
