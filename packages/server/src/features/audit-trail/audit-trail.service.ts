import { type EntryKind, maxBlockersNamed } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { fitting } from '../../answer-size.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { auditTrailMessages } from '../../messages/audit-trail.ts'
import { type AuditTrailStore, type EntryRow, maxTimelineBytes, type ShownEntry } from './audit-trail.store.ts'
import type { ChangingDeal, DealChanges } from './deal-changes.service.ts'
import type { DecisionMails } from './decision/decision-mails.ts'
import type { Finalization, ReadFinalization } from './decision/finalization.ts'
import { presentBlocker } from './decision/present-blocker.ts'
import type { HeadLog } from './heads/head-log.ts'
import { canonicalJson } from './verification/canonical-json.ts'
import type { DealDigests } from './verification/deal-digests.ts'
import { digestRationale, newSalt } from './verification/digests.ts'
import { presentHead } from './verification/signed-head.ts'
import type { Signer } from './verification/signer.ts'
import type { Verdict, VerifyTrail } from './verification/verify-trail.ts'

interface Deps {
  store: Omit<AuditTrailStore, 'lock' | 'append'>
  changes: DealChanges
  signer: Signer
  digests: DealDigests
  readFinalization: ReadFinalization
  verifyTrail: VerifyTrail
  headLog: Pick<HeadLog, 'decided'>
  decisionMails: DecisionMails
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
const maxDataBytes = 8 * 1024

export type Audit = ReturnType<typeof createAudit>

/** Reads, verifies and exports the audit trail, adds outside events, and finalizes and reopens deals. */
export const createAudit = (deps: Deps) => {
  const { store, changes, signer, digests, readFinalization, verifyTrail, headLog, decisionMails } = deps

  /** Reads up to the head as of the start; later events are left out. */
  const pagesTo = async function* (dealId: string, last: number): AsyncIterable<EntryRow[]> {
    for (let after = 0; after < last; ) {
      const page = await store.after(dealId, after, Math.min(pageSize, last - after))
      if (page.length === 0) return
      yield page
      after = page.at(-1)?.seq ?? last
    }
  }

  const headOf = async (dealId: string) => (await store.head(dealId)) ?? refuse('deal_not_found')

  return {
    trail: async (dealId: string, wanted: { before?: number; kind?: EntryKind; limit: number }) => {
      const { head, deal } = await headOf(dealId)
      const newest = await store.before(dealId, { ...wanted, limit: wanted.limit + 1 })
      const bytesOf = ({ entry }: ShownEntry) => Buffer.byteLength(entry.data ?? '')
      const page = fitting(newest.slice(0, wanted.limit), bytesOf, maxTimelineBytes)
      return {
        head,
        finalization: head.seq === 0 ? null : await readFinalization(deal),
        entries: page.toReversed(),
        hasMore: newest.length > page.length,
      }
    },

    verify: async (dealId: string, remembered?: { seq: number; hash: string }): Promise<Verdict> =>
      (await verifyTrail(dealId, remembered)) ?? refuse('deal_not_found'),

    /**
     * First a header that explains how to verify the export, then one event per line, last the signed head, so that a
     * copy kept elsewhere reveals a truncated trail.
     */
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
      // The head as it was signed when it was written: signing the database's current state would vouch for a truncated
      // trail.
      const signed = await store.signedHead(dealId)
      if (head.seq > 0) yield JSON.stringify({ head: signed === undefined ? null : presentHead(signed) })
    },

    entry: async (dealId: string, seq: number): Promise<ShownEntry> =>
      (await store.entry(dealId, seq)) ?? refuse('deal_not_found'),

    add: async (actor: Actor, dealId: string, event: OutsideEvent): Promise<ShownEntry> => {
      if (Buffer.byteLength(canonicalJson(event.data)) > maxDataBytes) {
        throw new InvalidInput({
          at: ['body', 'data'],
          reason: auditTrailMessages.dataTooLarge({ limit: maxDataBytes }),
        })
      }
      const record = async (deal: ChangingDeal) => deal.recordExternal(`ext.${event.type}`, event.data, event.kind)
      const seq = await changes.change(actor, dealId, 'editor', record)
      return (await store.entry(dealId, seq)) ?? refuse('deal_not_found')
    },

    finalize: (actor: Actor, dealId: string, { decision, rationale, overrideReason }: Decision) =>
      changes.change(actor, dealId, 'owner', async (deal): Promise<Finalization> => {
        const blockers = await store.openBlockers(dealId)
        if (blockers > 0 && overrideReason === null) {
          const named = await store.firstBlockers(dealId, maxBlockersNamed)
          refuse('blockers_open', { fields: { blockers_open: blockers, blockers: named.map(presentBlocker) } })
        }
        const rationaleSalt = newSalt()
        const decided = {
          status: 'finalized',
          decision,
          rationale,
          decidedBy: actor.userId,
          decidedAt: deal.at,
        } as const
        await store.decide(dealId, { ...decided, rationaleSalt })
        deal.record('deal.finalized', {
          decision,
          blockers_open: blockers,
          ...(blockers > 0 && overrideReason !== null ? { override_reason: overrideReason } : {}),
          digests: {
            memo: await digests.memo(dealId),
            numbers: await digests.numbers(dealId),
            scenario: null,
            documents: await digests.documents(dealId),
            votes: null,
            rationale: digestRationale(rationaleSalt, rationale),
          },
        })
        deal.notify({ type: 'decision', to: await store.memberIds(dealId), snippet: `Decided: ${decision}` })
        const to = await store.ownerAddresses(dealId)
        deal.afterCommit(async (head) => {
          await headLog.decided(head)
          decisionMails({ to, senderId: actor.userId, deal: deal.row, decision, head })
        })
        return { ...decided, blockersOpen: blockers, tampered: false }
      }),

    reopen: (actor: Actor, dealId: string, reason: string) =>
      changes.change(
        actor,
        dealId,
        'owner',
        async (deal): Promise<Finalization> => {
          if (deal.row.status !== 'finalized') refuse('deal_not_finalized')
          const before = await readFinalization(deal.row)
          await store.decide(dealId, { status: 'open' })
          deal.record('deal.reopened', { reason })
          return { ...before, status: 'open' }
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
