import type { EntryKind } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { fitting } from '../../answer-size.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { canonicalJson } from './canonical-json.ts'
import type { ChangingDeal, DealChanges } from './deal-changes.service.ts'
import { type DealRow, type EntryRow, type JournalStore, maxTimelineBytes, type ShownEntry } from './journal.store.ts'
import type { Signer } from './signer.ts'
import { type Verdict, verifyChain } from './verification.ts'

interface Deps {
  store: Omit<JournalStore, 'lock' | 'append'>
  changes: DealChanges
  signer: Signer
}

export interface Decision {
  decision: 'approved' | 'declined' | 'deferred'
  rationale: string
  overrideReason: string | null
}

export interface OutsideEvent {
  kind: EntryKind
  type: string
  data: Record<string, unknown>
}

const pageSize = 1_000
const mostDataBytes = 8 * 1024

export type Audit = ReturnType<typeof createAudit>

/** How a decision came about: read, verified, exported, added to, and concluded. */
export const createAudit = ({ store, changes, signer }: Deps) => {
  /** Up to where the journal stood when it was begun to be read; what comes later is left for the next time. */
  const pagesTo = async function* (dealId: string, last: number): AsyncIterable<EntryRow[]> {
    for (let after = 0; after < last; ) {
      const page = await store.after(dealId, after, Math.min(pageSize, last - after))
      if (page.length === 0) return
      yield page
      after = page.at(-1)?.seq ?? last
    }
  }

  const headOf = async (dealId: string) => (await store.head(dealId)) ?? refuse('deal_not_found')

  const finalizationOf = async (deal: DealRow) => ({
    status: deal.status,
    decision: deal.decision,
    rationale: deal.rationale,
    decidedBy: deal.decidedBy,
    decidedAt: deal.decidedAt,
    blockersOpen: await store.openBlockers(deal.id),
  })

  return {
    trail: async (dealId: string, wanted: { before?: number; kind?: EntryKind; limit: number }) => {
      const { head, deal } = await headOf(dealId)
      const newest = await store.before(dealId, { ...wanted, limit: wanted.limit + 1 })
      const bytesOf = ({ entry }: ShownEntry) => Buffer.byteLength(entry.data ?? '')
      const page = fitting(newest.slice(0, wanted.limit), bytesOf, maxTimelineBytes)
      return {
        head,
        finalization: head.seq === 0 ? null : await finalizationOf(deal),
        entries: page.toReversed(),
        hasMore: newest.length > page.length,
      }
    },

    verify: async (dealId: string, remembered?: { seq: number; hash: string }): Promise<Verdict> => {
      const { head } = await headOf(dealId)
      return verifyChain({
        pages: pagesTo(dealId, head.seq),
        head,
        signer,
        ...(remembered === undefined ? {} : { remembered }),
      })
    },

    /** First what it is and how to verify it, then an entry a line. */
    export: async function* (dealId: string): AsyncIterable<string> {
      const { head } = await headOf(dealId)
      yield JSON.stringify({
        deal_id: dealId,
        entries: head.seq,
        head_hash: head.seq === 0 ? null : head.hash,
        public_key: signer.publicKey,
        how_to_verify:
          'hash = SHA-256(prev_hash + canonical JSON of {actor_id, by_superadmin, data: data_digest, deal_id, kind, seq, ts, type}); data_digest = SHA-256(salt + data); signature = Ed25519 over the bytes of hash',
      })
      for await (const page of pagesTo(dealId, head.seq)) {
        for (const entry of page) yield exported(entry)
      }
    },

    entry: async (dealId: string, seq: number): Promise<ShownEntry> =>
      (await store.entry(dealId, seq)) ?? refuse('deal_not_found'),

    add: async (actor: Actor, dealId: string, event: OutsideEvent): Promise<ShownEntry> => {
      if (Buffer.byteLength(canonicalJson(event.data)) > mostDataBytes) {
        throw new InvalidInput({
          at: ['body', 'data'],
          reason: `Data should have at most ${mostDataBytes} bytes as JSON`,
        })
      }
      const record = async (deal: ChangingDeal) => deal.record(`ext.${event.type}`, event.data, event.kind)
      const seq = await changes.change(actor, dealId, record)
      return (await store.entry(dealId, seq)) ?? refuse('deal_not_found')
    },

    finalize: (actor: Actor, dealId: string, { decision, rationale, overrideReason }: Decision) =>
      changes.change(actor, dealId, async (deal) => {
        const blockers = await store.openBlockers(dealId)
        if (blockers > 0 && overrideReason === null) {
          refuse('blockers_open', { fields: { blockers_open: blockers } })
        }
        const decided = { decision, rationale, decidedBy: actor.userId, decidedAt: deal.at }
        await store.decide(dealId, { status: 'finalized', ...decided })
        deal.record('deal.finalized', {
          decision,
          blockers_open: blockers,
          ...(blockers > 0 ? { override_reason: overrideReason } : {}),
        })
        deal.notify({ type: 'decision', to: await store.memberIds(dealId), snippet: `Decided: ${decision}` })
        return finalizationOf({ ...deal.row, status: 'finalized', ...decided })
      }),

    reopen: (actor: Actor, dealId: string, reason: string) =>
      changes.change(
        actor,
        dealId,
        async (deal) => {
          if (deal.row.status !== 'finalized') refuse('deal_not_finalized')
          await store.decide(dealId, { status: 'open' })
          deal.record('deal.reopened', { reason })
          return finalizationOf({ ...deal.row, status: 'open' })
        },
        { evenIfDecided: true },
      ),
  }
}

const exported = (entry: EntryRow): string =>
  JSON.stringify({
    seq: entry.seq,
    ts: entry.ts.toISOString(),
    kind: entry.kind,
    type: entry.type,
    actor_id: entry.actorId,
    by_superadmin: entry.bySuperadmin,
    data: entry.data,
    salt: entry.salt,
    data_digest: entry.dataDigest,
    prev_hash: entry.prevHash,
    hash: entry.hash,
    signature: entry.signature,
  })
