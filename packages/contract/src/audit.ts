import { dealRole } from './access.ts'
import { auditEventType, entryKinds } from './audit-events.ts'
import { conditionText } from './conditions.ts'
import { calendarDate, dealId, decisions } from './deals.ts'
import { operation } from './operation.ts'
import { emailVerified, emailVerifiedIfAny } from './person.ts'
import { overridableItems } from './readiness.ts'
import {
  anyJson,
  boolean,
  described,
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
import {
  defaultAuditTrailPageSize,
  maxAuditTrailPageSize,
  maxConditions,
  maxCursorLength,
  maxDecisionRationaleLength,
  maxDecisionReasonLength,
} from './sizes.ts'

const tag = 'Audit trail'

export const OpenBlocker = model(
  {
    comment_id: uuid({ description: 'The comment.' }),
    author_id: uuid({ description: 'Who wrote it.' }),
    author_name: text({ description: 'The display name of the author.', examples: ['Daniel Reyes'] }),
    author_email_verified: emailVerified,
    section_key: nullable(
      text({ description: 'The section it is about; null: the deal as a whole.', examples: ['returns'] }),
    ),
    excerpt: text({ examples: ['The tax bill is not in the model'], description: 'Its first words, on one line.' }),
    created_at: instant({ description: 'When it was written.' }),
  },
  { title: 'OpenBlocker' },
)
export type OpenBlocker = Static<typeof OpenBlocker>

const deal = { deal_id: dealId }
const params = model(deal)

export const AuditTrailEntry = model(
  {
    seq: integer({ description: 'The number of the event; the first is 1.', examples: [1] }),
    ts: instant({ description: 'When it happened.' }),
    kind: oneOf(entryKinds, { description: 'What kind of event it is.' }),
    type: auditEventType,
    actor_id: nullable(uuid({ description: 'Who did it; null: the service.' })),
    actor_name: nullable(
      text({
        description: 'The display name of the person who did it; null: the service, or an erased person.',
        examples: ['Daniel Reyes'],
      }),
    ),
    actor_email_verified: emailVerifiedIfAny,
    data: nullable(map(anyJson(), { description: 'Null where it was erased.' })),
    hash: text({ description: 'SHA-256 over the entry and the hash before it, in hex.' }),
  },
  { title: 'JournalEntry' },
)
export type AuditTrailEntry = Static<typeof AuditTrailEntry>

const Finalization = model(
  {
    status: oneOf(['open', 'finalized'], { description: 'Whether the deal is open or finalized.' }),
    decision: nullable(oneOf(decisions, { description: 'The decision; null: there is none.' })),
    rationale: nullable(text({ description: 'The reason for the decision; null if there is no decision.' })),
    decided_by: nullable(uuid({ description: 'Who decided; null: nobody yet.' })),
    decided_at: nullable(instant({ description: 'When it was decided; null: not yet.' })),
    blockers_open: integer({
      description: 'How many blockers were open at the decision.',
      examples: [0],
    }),
    tampered: optional(
      boolean({
        description:
          'True where the stored decision differs from the signed one; what does not match is not shown. Absent otherwise.',
      }),
    ),
  },
  { title: 'Finalization' },
)

const AuditImports = list(
  model(
    {
      entries: integer({ description: 'The last event that this service signed.', examples: [120] }),
      fingerprint: text({ description: 'SHA-256 of the public key of that service, in hex.' }),
      imported_at: instant({ description: 'When the bundle was imported.' }),
    },
    { title: 'AuditImport' },
  ),
  {
    description:
      'The services that signed the events before this one, the first one first; absent if there was no other. The signatures fit these keys, but whose keys they are this service does not know.',
  },
)

export const auditTrail = operation({
  id: 'auditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail',
  tag,
  summary: 'Read the audit trail of a deal',
  description:
    'Answers the decision, counts by kind of event, and a page of events in the order in which they happened, the newest page first. A page ends at `limit` events or 2 MiB of data.',
  access: dealRole('viewer'),
  params,
  query: model({
    limit: optional(
      integer({
        description: 'How many events to answer at most.',
        minimum: 1,
        maximum: maxAuditTrailPageSize,
        default: defaultAuditTrailPageSize,
      }),
    ),
    cursor: optional(
      text({ max: maxCursorLength, description: 'The `next_cursor` of an answer: what came before it.' }),
    ),
    kind: optional(oneOf(entryKinds, { description: 'Only events of this kind.' })),
  }),
  answer: model(
    {
      deal_id: dealId,
      finalization: nullable(
        described(Finalization, 'The decision as the signed event has it; null: the deal was never finalized.'),
      ),
      summary: described(
        model(
          {
            total_events: integer({ description: 'All events.', examples: [2] }),
            retrievals: integer({ description: 'Searches of the documents.', examples: [0] }),
            agent_discourse_entries: integer({ description: 'Entries of automated discussion.', examples: [0] }),
            user_actions: integer({ description: 'Acts of people.', examples: [2] }),
            readiness_snapshots: integer({ description: 'Snapshots of readiness.', examples: [0] }),
            llm_calls: integer({ description: 'Calls of language models.', examples: [0] }),
          },
          { title: 'AuditSummary' },
        ),
        'How many events of each kind there are.',
      ),
      imports: optional(AuditImports),
      timeline: list(AuditTrailEntry, { description: 'The events of this page, in the order in which they happened.' }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: 'AuditTrailResponse' },
  ),
})

export const verifyAuditTrail = operation({
  id: 'verifyAuditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail/verify',
  tag,
  summary: 'Verify the audit trail',
  description:
    'Recomputes the hash chain, checks every signature and compares decision, memo, numbers and documents with the events. With `seq` and `hash` of a head kept elsewhere it also finds a trail that was cut. At most 6 times a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    seq: optional(integer({ description: 'The number of an event kept elsewhere, with `hash`.', minimum: 1 })),
    hash: optional(text({ description: 'The hash of that event, in hexadecimal.', pattern: '^[0-9a-f]{64}$' })),
  }),
  answer: model(
    {
      valid: boolean({ description: 'Whether nothing differs.' }),
      entries: integer({ description: 'How many events were checked.', examples: [2] }),
      erased: integer({ description: 'How many events had their data lawfully erased.', examples: [0] }),
      head_hash: nullable(text({ description: 'The hash of the last event; null: there is none.' })),
      origin: optional(
        oneOf(['imported'], {
          description:
            'imported: the deal came from a bundle, and its first events are signed by another service. Absent: all of them are signed here.',
        }),
      ),
      imports: optional(AuditImports),
      first_bad_seq: optional(integer({ description: 'The first event that does not verify; absent where all do.' })),
      problems: list(
        model(
          {
            seq: optional(integer({ description: 'The event it is about, where there is one.' })),
            code: text({ description: 'What kind of difference it is.', examples: ['section_changed'] }),
            message: text({
              description: 'The difference, in a sentence.',
              examples: ['The text of a section differs from what was signed when it was written.'],
            }),
          },
          { title: 'AuditProblem' },
        ),
        { description: 'At most 100.' },
      ),
    },
    { title: 'VerifyAuditTrailResponse' },
  ),
  limit: 'journal_verification',
})

export const exportAuditTrail = operation({
  id: 'exportAuditTrail',
  method: 'GET',
  path: '/api/canvas/{deal_id}/audit-trail/export',
  tag,
  summary: 'Export the audit trail as JSON lines',
  description:
    'Streams every event with what is needed to verify it without the service. The last line is the signed head.',
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
  summary: 'Add an event of an outside pipeline',
  description:
    'Adds an event of an outside pipeline to the audit trail. The service sets the actor and the time. 409 `deal_finalized` once the deal is finalized.',
  access: dealRole('editor'),
  params,
  body: model(
    {
      kind: oneOf(['retrieval', 'discourse', 'readiness', 'llm_call'], { description: 'What kind of event it is.' }),
      type: text({
        pattern: '^[a-z0-9_.-]{1,80}$',
        examples: ['agent.answered'],
        description: 'Stored as ext.<type>.',
      }),
      data: optional(map(anyJson(), { description: 'At most 8 KiB as JSON.' })),
    },
    { title: 'AddAuditEventRequest' },
  ),
  answer: AuditTrailEntry,
  status: 201,
  errors: ['deal_finalized'],
})

export const finalizeDeal = operation({
  id: 'finalizeDeal',
  method: 'POST',
  path: '/api/canvas/{deal_id}/finalize',
  tag,
  summary: 'Finalize a deal with a decision',
  description:
    'Records the decision in a signed event and closes the deal for changes. While a blocker is open it is refused with 409 `blockers_open` unless `override_reason` is given. Where the organization requires votes or strict readiness, 409 `not_ready` lists in `items` what is open; each needs an entry in `overrides`.',
  access: dealRole('owner'),
  params,
  body: model(
    {
      decision: oneOf(decisions, { description: 'The decision.' }),
      rationale: text({ description: 'Why it is decided so.', min: 1, max: maxDecisionRationaleLength }),
      override_reason: optional(
        nullable(text({ description: 'Why open blockers are overridden.', min: 1, max: maxDecisionReasonLength })),
      ),
      overrides: optional(
        list(
          model(
            {
              item: oneOf(overridableItems, { description: 'An open item.' }),
              reason: text({
                description: 'Why the deal is decided nevertheless.',
                min: 1,
                max: maxDecisionReasonLength,
                examples: ['The report is due after signing.'],
              }),
            },
            { title: 'DecisionOverride' },
          ),
          { description: 'Open items that are overridden.', max: overridableItems.length },
        ),
      ),
      conditions: optional(
        list(
          model(
            {
              text: conditionText,
              owner_id: optional(nullable(uuid({ description: 'Who sees to it; null: nobody.' }))),
              due_on: optional(nullable(calendarDate('The day on which it is due; null: not set.'))),
            },
            { title: 'DecisionCondition' },
          ),
          { description: 'Conditions of an approval; they are added to those of the deal.', max: maxConditions },
        ),
      ),
    },
    { title: 'FinalizeDealRequest' },
  ),
  answer: Finalization,
  errors: ['deal_finalized', 'blockers_open', 'not_ready', 'too_many_conditions'],
})

export const reopenDeal = operation({
  id: 'reopenDeal',
  method: 'POST',
  path: '/api/canvas/{deal_id}/reopen',
  tag,
  summary: 'Reopen a finalized deal',
  description: 'Opens a finalized deal for changes again. The decision stays in the audit trail.',
  access: dealRole('owner'),
  params,
  body: model(
    { reason: text({ description: 'Why the deal is reopened.', min: 1, max: maxDecisionReasonLength }) },
    { title: 'ReopenDealRequest' },
  ),
  answer: Finalization,
  errors: ['deal_not_finalized'],
})
