import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import { emailVerified, emailVerifiedIfAny } from './person.ts'
import {
  anyJson,
  boolean,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'

const tag = 'Audit trail'

/** In the order in which the summary counts them. */
export const entryKinds = ['retrieval', 'discourse', 'activity', 'readiness', 'llm_call'] as const
export type EntryKind = (typeof entryKinds)[number]
export const decisions = ['approved', 'declined', 'deferred'] as const

/** At most so many open blockers are named when a decision is refused. */
export const maxBlockersNamed = 20

export const OpenBlocker = model(
  {
    comment_id: uuid(),
    author_id: uuid(),
    author_name: text({ examples: ['Daniel Reyes'] }),
    author_email_verified: emailVerified,
    section_key: nullable(text({ examples: ['returns'] })),
    excerpt: text({ examples: ['The tax bill is not in the model'], description: 'Its first words, on one line.' }),
    created_at: instant(),
  },
  { title: 'OpenBlocker' },
)
export type OpenBlocker = Static<typeof OpenBlocker>

const deal = { deal_id: dealId }
const params = model(deal)

export const JournalEntry = model(
  {
    seq: integer({ examples: [1] }),
    ts: instant(),
    kind: oneOf(entryKinds),
    type: text({ examples: ['comment.created'] }),
    actor_id: nullable(uuid()),
    actor_name: nullable(text({ examples: ['Daniel Reyes'] })),
    actor_email_verified: emailVerifiedIfAny,
    data: nullable(map(anyJson(), { description: 'Null where it was erased.' })),
    hash: text({ description: 'SHA-256 over the entry and the hash before it, in hex.' }),
  },
  { title: 'JournalEntry' },
)
export type JournalEntry = Static<typeof JournalEntry>

const Finalization = model({
  status: oneOf(['open', 'finalized']),
  decision: nullable(oneOf(decisions)),
  rationale: nullable(text()),
  decided_by: nullable(uuid()),
  decided_at: nullable(instant()),
  blockers_open: integer({ examples: [0] }),
  tampered: optional(
    boolean({
      description:
        'True where the stored decision differs from the signed one; what does not match is not shown. Absent otherwise.',
    }),
  ),
})

export const auditTrail = operation({
  id: 'auditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail',
  tag,
  summary: 'How the decision came about: counts, and the newest entries in the order they were written',
  access: dealRole('viewer'),
  params,
  query: model({
    limit: optional(integer({ minimum: 1, maximum: 5000, default: 500 })),
    cursor: optional(text({ max: 200, description: 'The `next_cursor` of an answer: what came before it.' })),
    kind: optional(oneOf(entryKinds)),
  }),
  answer: model({
    deal_id: dealId,
    finalization: nullable(Finalization),
    summary: model({
      total_events: integer({ examples: [2] }),
      retrievals: integer({ examples: [0] }),
      agent_discourse_entries: integer({ examples: [0] }),
      user_actions: integer({ examples: [2] }),
      readiness_snapshots: integer({ examples: [0] }),
      llm_calls: integer({ examples: [0] }),
    }),
    timeline: list(JournalEntry),
    next_cursor: nullable(text()),
    has_more: boolean(),
  }),
})

export const verifyAuditTrail = operation({
  id: 'verifyAuditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail/verify',
  tag,
  summary:
    'Recompute the whole chain, check every signature and compare decision, memo, numbers and documents with it; with seq and hash also that this event is still there',
  access: dealRole('viewer'),
  params,
  query: model({
    seq: optional(integer({ minimum: 1 })),
    hash: optional(text({ pattern: '^[0-9a-f]{64}$' })),
  }),
  answer: model({
    valid: boolean(),
    entries: integer({ examples: [2] }),
    erased: integer({ examples: [0] }),
    head_hash: nullable(text()),
    first_bad_seq: optional(integer()),
    problems: list(
      model({
        seq: optional(integer({ description: 'The event it is about, where there is one.' })),
        code: text({ examples: ['section_changed'] }),
        message: text({ examples: ['The text of a section differs from what was signed when it was written.'] }),
      }),
      { description: 'At most 100.' },
    ),
  }),
  limit: 'journal_verification',
})

export const exportAuditTrail = operation({
  id: 'exportAuditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail/export',
  tag,
  summary: 'All entries as JSON lines, with what is needed to verify them without us',
  access: dealRole('viewer'),
  params,
  answer: text(),
  mediaType: 'application/x-ndjson',
})

export const addAuditEvent = operation({
  id: 'addAuditEvent',
  method: 'POST',
  path: '/api/canvas/{deal_id}/audit-events',
  tag,
  summary: 'Let an outside pipeline write into the record; who and when are ours to say',
  access: dealRole('editor'),
  params,
  body: model({
    kind: oneOf(['retrieval', 'discourse', 'readiness', 'llm_call']),
    type: text({ pattern: '^[a-z0-9_.-]{1,80}$', examples: ['agent.answered'], description: 'Stored as ext.<type>.' }),
    data: optional(map(anyJson(), { description: 'At most 8 KiB as JSON.' })),
  }),
  answer: JournalEntry,
  status: 201,
  errors: ['deal_finalized'],
})

export const finalizeDeal = operation({
  id: 'finalizeDeal',
  method: 'POST',
  path: '/api/canvas/{deal_id}/finalize',
  tag,
  summary: 'Decide; while a blocker is open only with a reason for overriding it',
  access: dealRole('owner'),
  params,
  body: model({
    decision: oneOf(decisions),
    rationale: text({ min: 1, max: 5000 }),
    override_reason: optional(nullable(text({ min: 1, max: 2000 }))),
  }),
  answer: Finalization,
  errors: ['deal_finalized', 'blockers_open'],
})

export const reopenDeal = operation({
  id: 'reopenDeal',
  method: 'POST',
  path: '/api/canvas/{deal_id}/reopen',
  tag,
  summary: 'Open a decided deal again',
  access: dealRole('owner'),
  params,
  body: model({ reason: text({ min: 1, max: 2000 }) }),
  answer: Finalization,
  errors: ['deal_not_finalized'],
})
