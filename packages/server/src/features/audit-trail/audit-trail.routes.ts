import {
  type AuditTrailEntry,
  addAuditEvent,
  auditTrail,
  defaultAuditTrailPageSize,
  exportAuditTrail,
  finalizeDeal,
  reopenDeal,
  verifyAuditTrail,
} from '@deal-canvas/contract'
import { handle, handleLines, type Route } from '../../http/handler.ts'
import { readNumberCursor, writeNumberCursor } from '../../http/number-cursor.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { auditTrailMessages } from '../../messages/audit-trail.ts'
import { requestMessages } from '../../messages/requests.ts'
import { parseStoredObject } from '../../platform/bounded-json.ts'
import type { Audit } from './audit-trail.service.ts'
import type { ShownEntry } from './audit-trail.store.ts'
import type { Finalization } from './decision/finalization.ts'
import type { TrailOrigin } from './verification/trail-keys.ts'

export const auditRoutes = ({ audit }: { audit: Audit }): Route[] => [
  handle(auditTrail, async ({ params, query: { limit = defaultAuditTrailPageSize, cursor, kind } }) => {
    const before = readNumberCursor(cursor)
    const trail = await audit.trail(params.deal_id, {
      limit,
      ...(before === undefined ? {} : { before }),
      ...(kind === undefined ? {} : { kind }),
    })
    const { head, finalization, entries, hasMore, origins } = trail
    return {
      deal_id: params.deal_id,
      finalization: finalization === null ? null : presentFinalization(finalization),
      summary: {
        total_events: head.seq,
        retrievals: head.retrievals,
        agent_discourse_entries: head.discourse,
        user_actions: head.activity,
        readiness_snapshots: head.readiness,
        llm_calls: head.llmCalls,
      },
      ...(origins.length === 0 ? {} : { imports: presentImports(origins) }),
      timeline: entries.map(presentEntry),
      next_cursor: hasMore ? writeNumberCursor(entries[0]?.entry.seq ?? 0) : null,
      has_more: hasMore,
    }
  }),

  handle(verifyAuditTrail, async ({ params, query: { seq, hash } }) => {
    if ((seq === undefined) !== (hash === undefined)) {
      const [at, reason] =
        seq === undefined ? ['seq', auditTrailMessages.seqRequired()] : ['hash', auditTrailMessages.hashRequired()]
      throw new InvalidInput({ at: ['query', at], reason })
    }
    const remembered = seq === undefined || hash === undefined ? undefined : { seq, hash }
    const verdict = await audit.verify(params.deal_id, remembered)
    const { valid, entries, erased, headHash, firstBadSeq, problems, origins } = verdict
    return {
      valid,
      entries,
      erased,
      head_hash: headHash,
      ...(origins.length === 0 ? {} : { origin: 'imported' as const, imports: presentImports(origins) }),
      ...(firstBadSeq === undefined ? {} : { first_bad_seq: firstBadSeq }),
      problems: [...problems],
    }
  }),

  handleLines(exportAuditTrail, ({ params }) => audit.export(params.deal_id)),

  handle(
    addAuditEvent,
    ({ actor, params, body: { kind, type, data = {} } }) =>
      audit.add(actor, params.deal_id, { kind, type, data }).then(presentEntry),
    {
      idOf: ({ seq }) => String(seq),
      render: ({ params }, seq) => audit.entry(params.deal_id, Number(seq)).then(presentEntry),
    },
  ),

  handle(finalizeDeal, ({ actor, params, body: { decision, rationale, override_reason, overrides, conditions } }) =>
    audit
      .finalize(actor, params.deal_id, {
        decision,
        rationale: readText('rationale', rationale),
        overrideReason: override_reason == null ? null : readText('override_reason', override_reason),
        overrides: (overrides ?? []).map(({ item, reason }) => ({ item, reason: readText('overrides', reason) })),
        conditions: (conditions ?? []).map(({ text, owner_id, due_on }) => ({
          text,
          ownerId: owner_id ?? null,
          dueOn: due_on ?? null,
        })),
      })
      .then(presentFinalization),
  ),

  handle(reopenDeal, ({ actor, params, body }) =>
    audit.reopen(actor, params.deal_id, readText('reason', body.reason)).then(presentFinalization),
  ),
]

const readText = (field: string, given: string): string => {
  const text = given.trim()
  if (text !== '') return text
  throw new InvalidInput({ at: ['body', field], reason: requestMessages.textBlank(), input: given })
}

const presentEntry = ({ entry, actorName, actorEmailVerified }: ShownEntry): AuditTrailEntry => ({
  seq: entry.seq,
  ts: entry.ts.toISOString(),
  kind: entry.kind,
  type: entry.type,
  actor_id: entry.actorId,
  actor_name: actorName,
  actor_email_verified: actorEmailVerified,
  data: entry.data === null ? null : parseStoredObject(entry.data),
  hash: entry.hash,
})

const presentImports = (origins: readonly TrailOrigin[]) =>
  origins.map(({ seq, fingerprint, importedAt }) => ({
    entries: seq,
    fingerprint,
    imported_at: importedAt.toISOString(),
  }))

const presentFinalization = (finalization: Finalization) => ({
  status: finalization.status,
  decision: finalization.decision,
  rationale: finalization.rationale,
  decided_by: finalization.decidedBy,
  decided_at: finalization.decidedAt?.toISOString() ?? null,
  blockers_open: finalization.blockersOpen,
  ...(finalization.tampered ? { tampered: true } : {}),
})
