import { type EntryKind, maxBlockersNamed, type OverridableItem } from '@deal-canvas/contract'
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
import { dataOf } from './event-data.ts'
import type { HeadLog } from './heads/head-log.ts'
import { withOwnPeople } from './own-people.ts'
import { canonicalJson } from './verification/canonical-json.ts'
import type { DealDigests } from './verification/deal-digests.ts'
import { digestRationale, newSalt } from './verification/digests.ts'
import { presentHead } from './verification/signed-head.ts'
import type { Signer } from './verification/signer.ts'
import type { ReadTrailKeys, TrailOrigin } from './verification/trail-keys.ts'
import type { Verdict, VerifyTrail } from './verification/verify-trail.ts'

interface Deps {
  store: Omit<AuditTrailStore, 'lock' | 'append'>
  changes: DealChanges
  signer: Signer
  digests: DealDigests
  readFinalization: ReadFinalization
  readKeys: ReadTrailKeys
  verifyTrail: VerifyTrail
  headLog: Pick<HeadLog, 'decided'>
  decisionMails: DecisionMails
  deciding: Deciding
}

/** A decision as it was asked for. */
export interface WantedDecision {
  decision: Decision['decision']
  overrides: readonly { item: OverridableItem; reason: string }[]
  conditions: readonly { text: string; ownerId: string | null; dueOn: string | null }[]
}

/** What belongs to a decision besides its rationale. */
export interface PreparedDecision {
  overrides: { item: OverridableItem; reason: string }[]
  conditionIds: string[]
  /** Null: nobody voted. */
  votesDigest: string | null
  /** Null: no sign-off was asked for. */
  signOffsDigest: string | null
}

/** What the committee of a deal needs before a decision. It refuses a decision that is not ready. */
export interface Deciding {
  /** Reads what is slow, before the deal is locked. */
  prepare(
    dealId: string,
  ): Promise<(deal: ChangingDeal, actor: Actor, wanted: WantedDecision) => Promise<PreparedDecision>>
  /** Of the newest vote of each person; null: nobody has voted. */
  digestVotes(dealId: string): Promise<string | null>
  /** Of all sign-offs with their signatures; null: there is none. */
  digestSignOffs(dealId: string): Promise<string | null>
}

export interface Decision extends Pick<WantedDecision, 'overrides' | 'conditions'> {
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
  const { store, changes, signer, digests, readFinalization, readKeys, verifyTrail, headLog, decisionMails, deciding } =
    deps

  /** Reads up to the head as of the start; later events are left out. */
  const pagesTo = async function* (dealId: string, last: number): AsyncIterable<EntryRow[]> {
    for (let after = 0; after < last; ) {
      const page = await store.after(dealId, after, Math.min(pageSize, last - after))
      if (page.length === 0) return
      yield page
      after = page.at(-1)?.seq ?? last
    }
  }

  const withNames = async (
    dealId: string,
    origins: readonly TrailOrigin[],
    entries: ShownEntry[],
  ): Promise<ShownEntry[]> => {
    const last = origins.at(-1)?.seq ?? 0
    const foreign = entries.some(({ entry }) => entry.seq <= last)
    if (!foreign) return entries
    const people = await store.importedPeople(dealId)
    return entries.map((shown) => {
      const { entry } = shown
      if (entry.seq > last || entry.data === null) return shown
      return { ...shown, entry: { ...entry, data: canonicalJson(withOwnPeople(dataOf(entry), people)) } }
    })
  }

  const headOf = async (dealId: string) => (await store.head(dealId)) ?? refuse('deal_not_found')

  return {
    trail: async (dealId: string, wanted: { before?: number; kind?: EntryKind; limit: number }) => {
      const { head, deal } = await headOf(dealId)
      const { origins } = await readKeys(dealId)
      const newest = await store.before(dealId, { ...wanted, limit: wanted.limit + 1 })
      const bytesOf = ({ entry }: ShownEntry) => Buffer.byteLength(entry.data ?? '')
      const page = fitting(newest.slice(0, wanted.limit), bytesOf, maxTimelineBytes)
      return {
        head,
        finalization: head.seq === 0 ? null : await readFinalization(deal),
        origins,
        entries: await withNames(dealId, origins, page.toReversed()),
        hasMore: newest.length > page.length,
      }
    },

    verify: async (dealId: string, remembered?: { seq: number; hash: string }): Promise<Verdict> =>
      (await verifyTrail(dealId, { remembered })) ?? refuse('deal_not_found'),

    /**
     * First a header that explains how to verify the export, then one event per line, last the signed head, so that a
     * copy kept elsewhere reveals a truncated trail.
     */
    export: async function* (dealId: string): AsyncIterable<string> {
      const { head } = await headOf(dealId)
      const { origins } = await readKeys(dealId)
      yield JSON.stringify({
        deal_id: dealId,
        entries: head.seq,
        head_hash: head.seq === 0 ? null : head.hash,
        public_key: signer.publicKey,
        // Absent for a deal that was created here, so that its export stays as it was.
        ...(origins.length === 0
          ? {}
          : { imported: origins.map(({ seq, publicKey }) => ({ entries: seq, public_key: publicKey })) }),
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

    finalize: async (actor: Actor, dealId: string, wanted: Decision): Promise<Finalization> => {
      const decide = await deciding.prepare(dealId)
      return changes.change(actor, dealId, 'owner', async (deal): Promise<Finalization> => {
        const { decision, rationale, conditions } = wanted
        const overrides =
          wanted.overrideReason === null
            ? wanted.overrides
            : [...wanted.overrides, { item: 'open_blockers' as const, reason: wanted.overrideReason }]
        const blockers = await store.openBlockers(dealId)
        const prepared = await decide(deal, actor, { decision, overrides, conditions })
        const overrideReason = overrides.find(({ item }) => item === 'open_blockers')?.reason ?? null
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
          ...(prepared.overrides.length > 0 ? { overrides: prepared.overrides } : {}),
          ...(prepared.conditionIds.length > 0 ? { condition_ids: prepared.conditionIds } : {}),
          digests: {
            memo: await digests.memo(dealId),
            numbers: await digests.numbers(dealId),
            scenario: null,
            documents: await digests.documents(dealId),
            votes: prepared.votesDigest,
            ...(prepared.signOffsDigest === null ? {} : { sign_offs: prepared.signOffsDigest }),
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
      })
    },

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
    actor_id: entry.signedActorId ?? entry.actorId,
    by_superadmin: entry.bySuperadmin,
    data: entry.data,
    salt: entry.salt,
    data_digest: entry.dataDigest,
    prev_hash: entry.prevHash,
    hash: entry.hash,
    signature: entry.signature,
  })
