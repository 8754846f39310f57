import type { TProperties } from 'typebox'
import { dealRoles } from './access.ts'
import { commentTypes } from './comments.ts'
import { conditionStates } from './conditions.ts'
import { currencyCodes } from './currencies.ts'
import { dealKinds } from './deal-kinds.ts'
import { calendarDate, dealStages, decisions } from './deals.ts'
import { documentStates } from './documents.ts'
import { exportFormats } from './exports.ts'
import { settlementChoices } from './facts.ts'
import { metricUnits } from './metrics.ts'
import { portfolioFormats } from './portfolio.ts'
import { draftAgents, providerDraftProblems } from './provider-drafts.ts'
import { findingChoices, severities } from './quality.ts'
import { readinessItems } from './readiness.ts'
import { requestSources, requestStates } from './requests.ts'
import {
  anyJson,
  boolean,
  integer,
  list,
  model,
  nullable,
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { signOffSubjects } from './sign-off-subjects.ts'
import { thresholdKinds, thresholdSides } from './thresholds.ts'
import { voteChoices } from './votes.ts'

/** In the order of the counts in the summary. */
export const entryKinds = ['retrieval', 'discourse', 'activity', 'readiness', 'llm_call'] as const
export type EntryKind = (typeof entryKinds)[number]

/** The subjects by which the audit trail is filtered. Each is the first word of its event types. */
export const auditEventAreas = [
  'answer',
  'audit',
  'brush',
  'canvas',
  'comment',
  'committee',
  'condition',
  'contradiction',
  'deal',
  'document',
  'draft',
  'evidence',
  'export',
  'feedback',
  'finding',
  'metric',
  'metrics',
  'model',
  'readiness',
  'reply',
  'request',
  'ripple',
  'scenario',
  'section',
  'sign_off',
  'suggestion',
  'superadmin',
  'threshold',
  'vote',
  'votes',
] as const
export type AuditEventArea = (typeof auditEventAreas)[number]

interface Traits {
  kind?: EntryKind
  /** What the live channel sends along with the event, in its current state. */
  carries?: readonly ('comment' | 'section')[]
  /** True if it changes the order of the memo without carrying a section. */
  ordersMemo?: boolean
  /** True if it changes numbers of the deal; the last such event of a change holds their digest. */
  movesNumbers?: boolean
  /** True if it contains text written by people, which can be erased later. Evidence can never be erased. */
  erasable?: boolean
}

const event = <Fields extends TProperties>(
  area: AuditEventArea,
  summary: string,
  fields: Fields,
  { kind = 'activity', carries = [], ordersMemo = false, movesNumbers = false, erasable = false }: Traits = {},
) => ({ area, kind, summary, carries, ordersMemo, movesNumbers, erasable, data: model(fields) })

const numberEvent = <Fields extends TProperties>(area: AuditEventArea, summary: string, fields: Fields) =>
  event(
    area,
    summary,
    {
      ...fields,
      numbers_digest: optional(
        text({
          description:
            'SHA-256 of all numbers of the deal after the change, in hex. Only in the last event of a change that moves numbers; older versions did not write it.',
        }),
      ),
    },
    { movesNumbers: true },
  )

const comment = { carries: ['comment'] } as const
const section = { carries: ['section'] } as const

const commentId = { comment_id: uuid({ description: 'The comment at the head of the thread.' }) }
const replyId = { reply_id: uuid({ description: 'The reply.' }) }
const emoji = { emoji: text({ description: 'The reaction.', examples: ['👍'] }) }
const sectionKey = { section_key: text({ description: 'The section of the memo.', examples: ['executive_summary'] }) }
const sectionVersion = { version: integer({ description: 'The version of the section.', examples: [2] }) }
const sectionBefore = nullable(
  text({
    description: 'The section that it follows; null: it is the first; absent: it is the last.',
    examples: ['executive_summary'],
  }),
)
const sectionDigest = text({
  description: 'SHA-256 of the title and the text of this version, with a secret salt, in hex.',
})
const modelVersion = { version: integer({ description: 'The version of the model from then on.', examples: [3] }) }
const metricKey = { metric_key: text({ description: 'The metric.', examples: ['exit_cap_rate_pct'] }) }
const metricKeys = (description: string) => list(text({ examples: ['exit_cap_rate_pct'] }), { description })
const sectionKeys = (description: string) => list(text({ examples: ['executive_summary'] }), { description })
const value = {
  before: nullable(number({ description: 'Its value before; null if it had none.', examples: [5.25] })),
  after: nullable(number({ description: 'Its value from then on; null if it has none.', examples: [5.5] })),
}
const cell = {
  sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
  cell: text({ description: 'The cell of the sheet.', examples: ['B3'] }),
}
const scale = number({ description: 'The number of the cell is multiplied by it.', examples: [1] })
const unit = oneOf(metricUnits, { description: 'The unit of the metric.' })
const moves = {
  moved: list(model({ ...metricKey, ...value }), { description: 'The metrics whose values changed, at most 50.' }),
  moved_count: integer({ description: 'How many metrics changed, those beyond 50 too.', examples: [4] }),
}
const redrafted = {
  redrafted_sections: optional(
    sectionKeys('Sections that nobody had edited and that were drafted again; absent where there is none.'),
  ),
}
const documentId = { document_id: uuid({ description: 'The document.' }) }
const sha256 = { sha256: text({ description: 'SHA-256 of the file, in hex.' }) }
const userId = { user_id: uuid({ description: 'The person it happened to.' }) }
const role = { role: oneOf(dealRoles, { description: 'Their role on the deal, or the one they had.' }) }
const passages = {
  query_sha256: text({ description: 'SHA-256 of what was looked for, in hex; the text itself is not recorded.' }),
  passages: list(
    model({ ...documentId, position: integer({ description: 'The place of the passage in its document.' }) }),
    { description: 'The passages that were shown, the best first.' },
  ),
}
const votedOn = {
  memo_version: integer({ description: 'The version of the memo that was read; 0: there is none.', examples: [14] }),
  model_version: integer({ description: 'The version of the model; 0: there is none.', examples: [3] }),
  presented_scenario: text({ description: 'The scenario that the memo presented; `base`: none.', examples: ['base'] }),
  scenario_version: integer({ description: 'Its version; 0 for Base.', examples: [0] }),
}
const condition = {
  condition_id: uuid({ description: 'The condition.' }),
  owner_id: nullable(uuid({ description: 'Who sees to it from then on; null: nobody.' })),
  due_on: nullable(calendarDate('The day on which it is due; null: not set.')),
  status: oneOf(conditionStates, { description: 'Its status from then on.' }),
}
const request = {
  request_id: uuid({ description: 'The request.' }),
  assignee_id: nullable(uuid({ description: 'Who is asked from then on; null: nobody.' })),
  due_date: nullable(calendarDate('The day on which it is due; null: not set.')),
  status: oneOf(requestStates, { description: 'Its status from then on.' }),
}
const finding = {
  finding_id: text({ description: 'The finding.', examples: ['5f1d0c3b9a7e4c2186d0b1a3f4e5c6d7'] }),
  version: integer({ description: 'The version of its settlement.', examples: [1] }),
}
const signOffId = { sign_off_id: uuid({ description: 'The sign-off.' }) }
const signOff = {
  ...signOffId,
  subject: oneOf(signOffSubjects, { description: 'What it is about.' }),
  user_id: uuid({ description: 'Who is asked from then on.' }),
  due_on: nullable(calendarDate('The day on which it is due; null: not set.')),
}
const scenarioId = { scenario_id: uuid({ description: 'The scenario.' }) }
const scenarioVersion = { scenario_version: integer({ description: 'The version of the scenario.', examples: [2] }) }
const scenarioInputs = list(model({ ...metricKey, value: number({ description: 'Its value.', examples: [6] }) }), {
  description: 'The overrides of the scenario from then on.',
})
const threshold = {
  threshold_id: uuid({ description: 'The threshold.' }),
  ...metricKey,
  kind: oneOf(thresholdKinds, { description: 'A hurdle or a covenant.' }),
  side: oneOf(thresholdSides, { description: 'Whether the metric must be at least or at most the limit.' }),
  limit: number({ description: 'The limit, in the unit of the metric.', examples: [1.25] }),
}
const draftId = { draft_id: uuid({ description: 'The draft.' }) }
const draftAgent = { agent: oneOf(draftAgents, { description: 'The agent that was asked.' }) }
const sha256Of = (what: string) => text({ description: `SHA-256 of ${what}, in hex; the text itself is not recorded.` })
/** A list of exactly two items. */
const pair = { min: 2, max: 2 }
const ranges = (description: string) => list(list(integer(), pair), { description, examples: [[[3, 5]]] })

/**
 * Every event type that the service writes to the audit trail of a deal, with the schema of its `data`. A field is also
 * optional if older versions did not write it: stored events are read as they are and never rejected.
 */
export const auditEvents = {
  'audit.baseline': event('audit', 'The trail of an older version was taken over, once, during the upgrade.', {
    digests: model(
      {
        sections: text({ description: 'SHA-256 of all versions of the sections at that time.' }),
        numbers: text({ description: 'SHA-256 of the numbers at that time.' }),
        decision: nullable(text({ description: 'SHA-256 of the decision; null if there was none.' })),
      },
      { description: 'What the deal was at that time.' },
    ),
    sections: list(list(anyJson(), pair), {
      description: 'Each section with its newest version at that time, as [section_key, version].',
      examples: [[['returns', 2]]],
    }),
    erased: ranges('The events whose data had been erased before, as [from, to], both included.'),
  }),
  'audit.erased': event('audit', 'Data of earlier events was erased.', {
    seqs: ranges('The numbers of the events, as [from, to], both included.'),
    count: integer({ description: 'How many events they are.', examples: [3] }),
  }),

  'answer.requested': event(
    'answer',
    'A question and passages were about to be sent to the model provider.',
    {
      ...passages,
      model: text({ description: 'The model that was asked.' }),
      prompt_sha256: text({ description: 'SHA-256 of what was sent, in hex; the text itself is not recorded.' }),
      max_tokens: integer({ description: 'The tokens that were set aside for it.' }),
    },
    { kind: 'llm_call' },
  ),
  'answer.checked': event(
    'answer',
    'What the model provider answered, sentence by sentence.',
    {
      outcome: oneOf(['answered', 'failed', 'cancelled'], { description: 'Whether there was an answer.' }),
      answer_sha256: nullable(text({ description: 'SHA-256 of the answer, in hex; null: there was none.' })),
      prompt_tokens: integer({ description: 'Tokens of what was sent; 0 without an answer.' }),
      answer_tokens: integer({ description: 'Tokens of the answer; 0 without one.' }),
      accepted: integer({ description: 'Sentences that were shown.' }),
      rejected: integer({ description: 'Sentences that were not supported by what they cited.' }),
    },
    { kind: 'discourse' },
  ),
  'brush.made': event('brush', 'Somebody compared a passage of the memo with model and documents.', passages, {
    kind: 'retrieval',
  }),
  'draft.requested': event('draft', 'Somebody asked the model provider to draft a section.', {
    ...draftId,
    ...sectionKey,
  }),
  'draft.asked': event(
    'draft',
    'An agent of the model provider was about to be asked.',
    {
      ...draftId,
      ...draftAgent,
      model: text({ description: 'The model that was asked.' }),
      prompt_sha256: sha256Of('what was sent'),
      max_tokens: integer({ description: 'The tokens that were set aside for it.' }),
    },
    { kind: 'llm_call' },
  ),
  'draft.answered': event(
    'draft',
    'What an agent of the model provider answered, as digests and counts.',
    {
      ...draftId,
      ...draftAgent,
      outcome: oneOf(['answered', 'failed', 'cancelled'], { description: 'Whether there was an answer.' }),
      answer_sha256: nullable(text({ description: 'SHA-256 of the answer, in hex; null: there was none.' })),
      prompt_tokens: integer({ description: 'Tokens of what was sent; 0 without an answer.' }),
      answer_tokens: integer({ description: 'Tokens of the answer; 0 without one.' }),
      cost: nullable(number({ description: 'What it cost, at the prices of the operator; null: they are not known.' })),
      accepted: integer({ description: 'Sentences that were supported.' }),
      dropped: integer({ description: 'Sentences that were not.' }),
      doubts: integer({ description: 'Sentences that the agent doubted or saw contradicted.' }),
    },
    { kind: 'discourse' },
  ),
  'draft.ended': event(
    'draft',
    'A draft of the model provider ended, and how ready its section was then.',
    {
      ...draftId,
      ...sectionKey,
      outcome: oneOf(['ready', 'failed', 'cancelled'], { description: 'How it ended.' }),
      problem: nullable(oneOf(providerDraftProblems, { description: 'Why it failed; null: it did not.' })),
      comment_id: nullable(uuid({ description: 'The suggestion that holds it; null: there is none.' })),
      accepted: integer({ description: 'Sentences of the draft.' }),
      dropped: integer({ description: 'Sentences that were dropped.' }),
      version: integer({ description: 'The version of the section at that time; 0: there was none.' }),
      stale: boolean({ description: 'Whether a number that the section cites had changed since it was written.' }),
      metric_keys: metricKeys('The numbers that the draft states.'),
      unconfirmed: integer({ description: 'Numbers of the section that were not confirmed, and not stated.' }),
    },
    { kind: 'readiness' },
  ),
  'evidence.searched': event('evidence', 'Somebody searched the documents.', passages, { kind: 'retrieval' }),
  'readiness.taken': event(
    'readiness',
    'The documents were read, or made searchable.',
    {
      documents: list(
        model({
          ...documentId,
          state: oneOf(documentStates, { description: 'How far it was prepared.' }),
          ...sha256,
        }),
        { description: 'All documents of the deal at that time.' },
      ),
    },
    { kind: 'readiness' },
  ),
  'readiness.at_decision': event(
    'readiness',
    'What was open when the deal was finalized.',
    {
      items: list(
        model({
          item: oneOf(readinessItems, { description: 'What was checked.' }),
          count: nullable(
            integer({ description: 'How many were open; null: it could not be checked.', examples: [2] }),
          ),
        }),
        { description: 'Each check with its result.' },
      ),
    },
    { kind: 'readiness' },
  ),

  'canvas.built': event('canvas', 'The intake was completed, and the memo drafted.', {
    section_keys: sectionKeys('The sections that were drafted.'),
    model_version: nullable(integer({ description: 'The version of the model; null if the deal has no workbook.' })),
  }),
  'canvas.invalidated': event('canvas', 'The canvas session was ended for everybody.', {
    epoch: uuid({ description: 'The epoch that began with it.' }),
  }),

  'comment.created': event(
    'comment',
    'Somebody commented.',
    {
      ...commentId,
      section_key: nullable(text({ description: 'The section it is about; null if it is about none.' })),
      comment_type: oneOf(commentTypes, { description: 'What the comment asks for.' }),
      metric_key: optional(text({ description: 'The metric it is about; absent where it is about none.' })),
      document_id: optional(uuid({ description: 'The document it is about; absent where it is about none.' })),
      cell: optional(text({ description: 'The cell it is about; absent where it is about none.', examples: ['B7'] })),
      passage_id: optional(
        text({
          description: 'The passage of the document it is about; absent where it is about none.',
          examples: ['12'],
        }),
      ),
      attachment_ids: optional(list(uuid(), { description: 'Its attachments; absent where it has none.' })),
    },
    comment,
  ),
  'comment.edited': event(
    'comment',
    'The author changed a comment.',
    { ...commentId, version: integer({ description: 'The version of the comment.', examples: [2] }) },
    comment,
  ),
  'comment.deleted': event('comment', 'A comment was deleted with its replies.', commentId, comment),
  'comment.resolved': event('comment', 'A thread was resolved.', commentId, comment),
  'comment.reopened': event('comment', 'A thread was reopened.', commentId, comment),
  'comment.followed': event('comment', 'Open comments on a file were looked for in its new version.', {
    ...documentId,
    former_document_id: uuid({ description: 'The version that they were written on.' }),
    anchored: integer({ description: 'Comments that are where they were.', examples: [3] }),
    moved: integer({ description: 'Comments that were found in another place or in other words.', examples: [1] }),
    orphaned: integer({ description: 'Comments whose place was not found; they keep the former one.', examples: [0] }),
  }),
  'comment.reacted': event('comment', 'Somebody reacted to a comment.', { ...commentId, ...emoji }, comment),
  'comment.unreacted': event('comment', 'Somebody took a reaction back.', { ...commentId, ...emoji }, comment),
  'comment.replied': event('comment', 'Somebody replied to a comment.', { ...commentId, ...replyId }, comment),
  'reply.edited': event('reply', 'The author changed a reply.', { ...commentId, ...replyId }, comment),
  'reply.deleted': event('reply', 'A reply was deleted.', { ...commentId, ...replyId }, comment),
  'suggestion.accepted': event(
    'suggestion',
    'A suggestion was written into its section.',
    { ...commentId, ...sectionKey, ...sectionVersion },
    { carries: ['comment', 'section'] },
  ),
  'suggestion.rejected': event('suggestion', 'A suggestion was rejected.', commentId, comment),

  'committee.member_added': event('committee', 'A person was put on the committee.', userId),
  'committee.member_removed': event('committee', 'A person was taken off the committee.', userId),
  'condition.created': event('condition', 'A condition was added to the deal.', condition),
  'condition.changed': event('condition', 'A condition was changed, met or waived.', {
    ...condition,
    text_changed: boolean({ description: 'Whether it has another text.' }),
    version: integer({ description: 'The version of the condition.', examples: [2] }),
  }),
  'condition.deleted': event('condition', 'A condition was removed before the decision.', {
    condition_id: uuid({ description: 'The condition.' }),
  }),
  'request.created': event('request', 'Somebody asked for something on the deal.', {
    ...request,
    source_kind: nullable(oneOf(requestSources, { description: 'What it was made of; null: it stands alone.' })),
    source_id: nullable(text({ description: 'The id of that; null: it stands alone.' })),
  }),
  'request.changed': event('request', 'A request was changed, done or dropped.', {
    ...request,
    text_changed: boolean({ description: 'Whether it has another title or note.' }),
    version: integer({ description: 'The version of the request.', examples: [2] }),
  }),
  'finding.settled': event('finding', 'A finding of the model was accepted or dismissed.', {
    ...finding,
    check: text({ description: 'The check that found it.', examples: ['sum_range_gap'] }),
    severity: oneOf(severities, { description: 'How serious it is.' }),
    choice: oneOf(findingChoices, { description: 'Whether it was accepted or dismissed.' }),
  }),
  'finding.reopened': event('finding', 'The settlement of a finding was undone.', finding),
  'vote.cast': event(
    'vote',
    'A member of the committee voted. What the vote was is not recorded until it is revealed.',
    {
      vote_id: uuid({ description: 'The vote.' }),
      ...votedOn,
      vote_digest: text({ description: 'SHA-256 of the vote, with a secret salt, in hex.' }),
      note_digest: nullable(
        text({ description: 'SHA-256 of its note, with another secret salt, in hex; null: no note.' }),
      ),
    },
  ),
  'votes.revealed': event('votes', 'The votes were revealed: everybody has voted, or the deal was finalized.', {
    reason: oneOf(['all_voted', 'finalized'], { description: 'Why they were revealed.' }),
    votes: list(
      model({
        vote_id: uuid({ description: 'The vote.' }),
        ...userId,
        choice: oneOf(voteChoices, { description: 'The vote.' }),
        salt: text({ description: 'The salt of its digest in `vote.cast`.' }),
      }),
      { description: 'The newest vote of each person, as far as it was not revealed before.' },
    ),
  }),

  'sign_off.asked': event('sign_off', 'A person was asked for a sign-off.', signOff),
  'sign_off.changed': event('sign_off', 'A sign-off was changed.', {
    ...signOff,
    label_changed: boolean({ description: 'Whether it has another label.' }),
    signature_removed: boolean({ description: 'Whether it had a signature, which was given for something else.' }),
    version: integer({ description: 'The version of the sign-off.', examples: [2] }),
  }),
  'sign_off.deleted': event('sign_off', 'A sign-off was removed.', signOffId),
  'sign_off.signed': event('sign_off', 'The person who was asked signed.', {
    ...signOffId,
    ...votedOn,
    signature_digest: text({
      description: 'SHA-256 of sign-off, label, state and note, with a secret salt, in hex.',
    }),
  }),
  'sign_off.withdrawn': event('sign_off', 'A person withdrew their signature.', signOffId),

  'deal.archived': event('deal', 'The deal was archived.', {}),
  'deal.restored': event('deal', 'The deal was restored from the archive.', {}),
  'deal.renamed': event('deal', 'The deal was renamed.', {}),
  'deal.details_changed': event('deal', 'The stage, committee date, lead, city or type of the deal was changed.', {
    stage: nullable(oneOf(dealStages, { description: 'The stage from then on; null: not set.' })),
    ic_date: nullable(calendarDate('The committee date from then on; null: not set.')),
    lead_id: nullable(uuid({ description: 'The lead from then on; null: nobody.' })),
    deal_type: optional(
      nullable(
        oneOf(dealKinds, { description: 'The type from then on; null: as the workbook says; absent: unchanged.' }),
      ),
    ),
    city_changed: optional(boolean({ description: 'True if the city was changed; absent otherwise.' })),
    version: integer({ description: 'The version of these details.', examples: [2] }),
  }),
  'deal.finalized': event('deal', 'The deal was decided.', {
    decision: oneOf(decisions, { description: 'The decision.' }),
    blockers_open: integer({ description: 'How many blockers were open.', examples: [0] }),
    override_reason: optional(text({ description: 'Why it was decided with open blockers; absent where none was.' })),
    overrides: optional(
      list(
        model({
          item: oneOf([...readinessItems, 'votes_outcome'], { description: 'What was open.' }),
          reason: text({ description: 'Why it was decided nevertheless.' }),
        }),
        { description: 'The open items that were overridden; absent where the organization requires no readiness.' },
      ),
    ),
    condition_ids: optional(list(uuid(), { description: 'The conditions of the decision; absent where it has none.' })),
    digests: optional(
      model(
        {
          memo: text({ description: 'SHA-256 of the sections with their versions.' }),
          numbers: text({ description: 'SHA-256 of the numbers.' }),
          scenario: nullable(text({ description: 'Null: there is none yet.' })),
          documents: text({ description: 'SHA-256 of the list of documents.' }),
          votes: nullable(text({ description: 'SHA-256 of the newest vote of each person; null: nobody voted.' })),
          sign_offs: optional(
            text({ description: 'SHA-256 of all sign-offs with their signatures; absent where there was none.' }),
          ),
          rationale: text({ description: 'SHA-256 of the rationale, with a secret salt.' }),
        },
        { description: 'What was decided on, in hex. Older versions did not write it.' },
      ),
    ),
  }),
  'deal.reopened': event(
    'deal',
    'A decided deal was opened again.',
    { reason: text({ description: 'Why.' }) },
    { erasable: true },
  ),
  'deal.imported': event('deal', 'The deal was imported from a bundle. Seals the events before it.', {
    fingerprint: text({ description: 'SHA-256 of the public key that signed the events before, in hex.' }),
    entries: integer({ description: 'How many events there were.', examples: [120] }),
    head_hash: text({ description: 'The hash of the last of them; 64 zeros if there was none.' }),
    ...sha256,
  }),
  'deal.member_added': event('deal', 'A person was put on the deal.', { ...userId, ...role }),
  'deal.member_changed': event('deal', 'A person got another role.', { ...userId, ...role }),
  'deal.member_removed': event('deal', 'A person was removed from the deal.', { ...userId, ...role }),
  'deal.team_granted': event('deal', 'A team got a role on the deal.', {
    team_id: uuid({ description: 'The team.' }),
    role: oneOf(dealRoles, { description: 'The role of its members.' }),
  }),
  'deal.team_removed': event('deal', 'A team was removed from the deal.', {
    team_id: uuid({ description: 'The team.' }),
  }),
  'deal.superadmin_entered': event('deal', 'A superadmin was let in for an hour.', {
    grant_id: uuid({ description: 'The grant.' }),
    reason: text({ description: 'The reason that the superadmin gave.' }),
  }),
  'superadmin.entered': event('superadmin', 'A superadmin entered the deal; at most once an hour.', {
    ...userId,
    by: oneOf(['grant', 'membership'], { description: 'By which way.' }),
  }),

  'document.added': event('document', 'A document was added.', {
    ...documentId,
    ...sha256,
    size: integer({ description: 'Bytes of the file.', examples: [20_480] }),
  }),
  'document.removed': event('document', 'A document was removed.', { ...documentId, ...sha256 }),
  'document.problem_dismissed': event('document', 'Somebody took note of a document that could not be read.', {
    ...documentId,
    ...sha256,
  }),

  'feedback.given': event('feedback', 'Somebody rated a section.', {
    ...sectionKey,
    rating: optional(
      integer({
        description: 'From 1 (poor) to 5 (excellent); absent where the first reading is blind.',
        examples: [4],
      }),
    ),
    rating_digest: optional(
      text({
        description: 'SHA-256 of the rating, with a secret salt, in hex; only where the first reading is blind.',
      }),
    ),
    feedback_id: uuid({ description: 'The rating.' }),
  }),

  'section.created': event(
    'section',
    'A section was added to the memo.',
    { ...sectionKey, ...sectionVersion, digest: optional(sectionDigest), after: optional(sectionBefore) },
    section,
  ),
  'section.renamed': event(
    'section',
    'A section got another title.',
    { ...sectionKey, ...sectionVersion, digest: sectionDigest },
    section,
  ),
  'section.removed': event(
    'section',
    'A section was removed from the memo; its versions and comments are kept.',
    { ...sectionKey, ...sectionVersion },
    section,
  ),
  'section.restored': event(
    'section',
    'A removed section was put back into the memo.',
    { ...sectionKey, ...sectionVersion, after: optional(sectionBefore) },
    section,
  ),
  'section.ordered': event(
    'section',
    'The sections were put into another order.',
    { section_keys: sectionKeys('All sections in the order from then on.') },
    { ordersMemo: true },
  ),
  'section.updated': event(
    'section',
    'A section was written, or its stale text confirmed.',
    { ...sectionKey, ...sectionVersion, digest: optional(sectionDigest) },
    section,
  ),
  'section.redrafted': event('section', 'Somebody had the memo drafted again.', {
    added_sections: sectionKeys('The sections that are new.'),
    redrafted_sections: sectionKeys('The sections with another text, which nobody had edited.'),
  }),
  'section.marked_stale': event('section', 'Sections cite a number that changed.', {
    section_keys: sectionKeys('The sections that were not stale before.'),
    metric_keys: metricKeys('The metrics that changed.'),
  }),

  'metric.created': numberEvent('metric', 'A custom metric was defined.', {
    ...metricKey,
    unit,
    ...cell,
    scale,
    ...modelVersion,
    ...value,
  }),
  'metric.edited': numberEvent('metric', 'A custom metric got another name or unit.', {
    ...metricKey,
    renamed: boolean({ description: 'Whether it has another name.' }),
    unit: optional(oneOf(metricUnits, { description: 'The unit from then on; absent where it is the same.' })),
    before: optional(value.before),
    after: optional(value.after),
    version: optional(
      integer({ description: 'The version of the model from then on; absent where no cell was read again.' }),
    ),
  }),
  'metric.deleted': numberEvent('metric', 'A custom metric was removed.', { ...metricKey, ...modelVersion, ...value }),
  'metric.remapped': numberEvent('metric', 'Somebody chose the cell of a metric.', {
    ...metricKey,
    ...cell,
    scale: optional(scale),
    ...modelVersion,
    ...moves,
    ...redrafted,
  }),
  'metric.updated': numberEvent('metric', 'A metric of a deal without a workbook was entered.', {
    ...metricKey,
    version: integer({ description: 'The version of the metric.', examples: [2] }),
    ...value,
  }),
  'metrics.written': numberEvent('metrics', 'Metrics were written.', {
    metric_keys: metricKeys('The metrics that have another value, name, unit or source.'),
  }),
  'model.replaced': numberEvent('model', 'The numbers come from another workbook.', {
    ...modelVersion,
    ...documentId,
    ...moves,
  }),
  'model.read_again': numberEvent('model', 'The workbook was read again, and the new reading used.', {
    ...documentId,
    ...modelVersion,
    ...moves,
    ...redrafted,
  }),
  'model.reading_updated': numberEvent('model', 'Somebody checked how the workbook is read.', {
    ...documentId,
    version: optional(
      integer({ description: 'The version of the model from then on; absent while the intake has not built one.' }),
    ),
    currency: optional(
      nullable(oneOf(currencyCodes, { description: 'The currency that was chosen; null: what the workbook says.' })),
    ),
    last_actual_year: optional(
      nullable(integer({ description: 'The last actual year that was chosen; null: what the workbook says.' })),
    ),
    scale: optional(nullable(number({ description: 'The scale that was chosen; null: what the workbook says.' }))),
    chosen: list(model({ ...metricKey, ...cell, scale }), { description: 'The cells that were chosen.' }),
    confirmed: metricKeys('The metrics whose cells were confirmed.'),
    absent: metricKeys('The metrics that the workbook does not have.'),
    moved: optional(moves.moved),
    moved_count: optional(moves.moved_count),
    ...redrafted,
  }),
  'ripple.applied': numberEvent('ripple', 'A what-if was applied.', {
    ...metricKey,
    ...value,
    reason: optional(text({ description: 'Why; absent where no reason was given.' })),
    ...modelVersion,
    ...moves,
  }),
  'ripple.reverted': numberEvent('ripple', 'An applied what-if was reverted.', {
    ...metricKey,
    ...modelVersion,
    ...moves,
  }),

  'scenario.created': event('scenario', 'A shared scenario was created, or a private one shared.', {
    ...scenarioId,
    inputs: scenarioInputs,
  }),
  'scenario.changed': event('scenario', 'A shared scenario was changed.', {
    ...scenarioId,
    ...scenarioVersion,
    inputs: scenarioInputs,
  }),
  'scenario.deleted': event('scenario', 'A shared scenario was deleted.', scenarioId),
  'scenario.proposed': event('scenario', 'A scenario was proposed as what the memo presents.', {
    ...scenarioId,
    ...scenarioVersion,
    inputs: scenarioInputs,
  }),
  'scenario.proposal_ended': event('scenario', 'A proposal was withdrawn or declined.', {
    ...scenarioId,
    outcome: oneOf(['withdrawn', 'declined'], { description: 'Whether its author or an owner ended it.' }),
  }),
  'scenario.adopted': numberEvent('scenario', 'A proposal was merged into the presented scenario.', {
    ...scenarioId,
    into: uuid({ description: 'The scenario that the memo presents.' }),
    inputs: scenarioInputs,
    ...modelVersion,
    ...moves,
  }),
  'scenario.presented': numberEvent('scenario', 'The memo presents another scenario, or new inputs of it.', {
    scenario_id: nullable(uuid({ description: 'The scenario; null: Base, the workbook without overrides.' })),
    scenario_version: nullable(integer({ description: 'Its version; null for Base.' })),
    inputs: scenarioInputs,
    ...modelVersion,
    ...moves,
  }),

  'scenario.uncertainty_changed': event('scenario', 'What is uncertain in a scenario was saved or reset.', {
    scenario_id: nullable(uuid({ description: 'The scenario; null: the settings of the deal.' })),
    uncertainty_version: integer({ description: 'The version of the settings.', examples: [2] }),
    varying: list(text({ description: 'The key of a metric.', examples: ['exit_cap_rate_pct'] }), {
      description: 'The inputs that vary from then on; empty if the settings were reset.',
    }),
  }),
  'contradiction.updated': event('contradiction', 'Documents were compared with the model and with each other.', {
    found: integer({ description: 'New contradictions.', examples: [2] }),
    gone: integer({ description: 'Contradictions that no longer hold.', examples: [0] }),
    changed: integer({ description: 'Contradictions one of whose numbers has changed.', examples: [0] }),
    open: integer({ description: 'Contradictions that nobody has settled.', examples: [2] }),
  }),
  'contradiction.settled': event('contradiction', 'Somebody decided which number of a contradiction holds.', {
    finding_id: uuid({ description: 'The finding.' }),
    ...metricKey,
    document_id: uuid({ description: 'The document.' }),
    choice: oneOf(settlementChoices, { description: 'The number that holds, or that both do for a reason.' }),
    stated: number({ description: 'The number of the document.', examples: [104] }),
    compared_with: number({ description: 'The number of the model or of the other document.', examples: [100] }),
  }),
  'export.created': event('export', 'A file was exported from the deal.', {
    export_id: uuid({ description: 'The export.' }),
    format: oneOf(exportFormats, { description: 'The format of the file.' }),
    scenario_id: nullable(
      text({ description: 'The scenario whose numbers it contains; null: those that the memo presents.' }),
    ),
    scenario_version: nullable(
      integer({ description: 'The version of that scenario; null: none was named.', examples: [2] }),
    ),
    version: integer({ description: 'The version of the model; 0: there is none.', examples: [3] }),
    memo_version: optional(
      integer({
        description: 'The version of the memo; absent: the file is not a memo with versions.',
        examples: [14],
      }),
    ),
    watermark: boolean({ description: 'Whether the file names its reader and the time.' }),
    ...sha256,
    size: integer({ description: 'Bytes of the file.', examples: [20_480] }),
  }),
  'export.portfolio': event('export', 'Numbers of the deal were exported in a comparison with other deals.', {
    format: oneOf(portfolioFormats, { description: 'The format of the file.' }),
    metric_keys: list(text({ description: 'A metric.', examples: ['levered_irr_pct'] }), {
      description: 'The metrics that were asked for.',
    }),
    deals: integer({ description: 'How many deals the file compares.', examples: [4] }),
    version: integer({ description: 'The version of the model; 0: there is none.', examples: [3] }),
    ...sha256,
    size: integer({ description: 'Bytes of the file.', examples: [20_480] }),
  }),
  'threshold.created': event('threshold', 'A hurdle or covenant was added.', threshold),
  'threshold.changed': event('threshold', 'A hurdle or covenant was changed.', threshold),
  'threshold.deleted': event('threshold', 'A hurdle or covenant was removed.', {
    threshold_id: threshold.threshold_id,
    ...metricKey,
  }),
}

export type AuditEventType = keyof typeof auditEvents

type Immutable<Value> = Value extends readonly (infer Item)[]
  ? readonly Immutable<Item>[]
  : Value extends object
    ? { readonly [Field in keyof Value]: Immutable<Value[Field]> }
    : Value

/**
 * An event without data must have an empty object: TypeScript would accept any object as one without declared fields.
 */
type Exact<Data> = keyof Data extends never ? Readonly<Record<string, never>> : Immutable<Data>

type DataByType = { [Type in AuditEventType]: Exact<Static<(typeof auditEvents)[Type]['data']>> }

/** The data of an event type. */
export type AuditEventData<Type extends AuditEventType> = DataByType[Type]

/**
 * The data of a stored event: the fields have these names, but an older or newer version may have written other values.
 */
export type StoredEventData<Type extends AuditEventType> = { readonly [Field in keyof DataByType[Type]]?: unknown }

/** Events of external pipelines, which choose the rest of the type and the data. */
export type ExternalEventType = `ext.${string}`

/** The events that the service writes, discriminated by `type`. */
export type AuditEvent =
  | { [Type in AuditEventType]: { readonly type: Type; readonly data: AuditEventData<Type> } }[AuditEventType]
  | { readonly type: ExternalEventType; readonly data: Readonly<Record<string, unknown>> }

export const externalEventPrefix = 'ext.'

/** True if this version of the service writes the type. A newer version may have written others. */
export const isAuditEventType = (type: string): type is AuditEventType => Object.hasOwn(auditEvents, type)

export const isExternalEventType = (type: string): type is ExternalEventType => type.startsWith(externalEventPrefix)

/** The name that the external pipeline chose. */
export const externalEventName = (type: ExternalEventType): string => type.slice(externalEventPrefix.length)

export const auditEventTypes: readonly AuditEventType[] = Object.keys(auditEvents).filter(isAuditEventType)

/** Undefined for types of external pipelines and newer versions. */
export const auditEventArea = (type: string): AuditEventArea | undefined =>
  isAuditEventType(type) ? auditEvents[type].area : undefined

/** The type of a stored event. Not an enum: external pipelines and newer versions write others. */
export const auditEventType = text({
  examples: ['comment.created'],
  description: `One of ${auditEventTypes.map((type) => `\`${type}\``).join(', ')}; \`${externalEventPrefix}<type>\` where an outside pipeline wrote it. Newer versions may write others. docs/EVENTS.md describes the data of each.`,
})
