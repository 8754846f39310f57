import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { draftReportDays } from './durations.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { boolean, instant, integer, list, model, nullable, number, oneOf, type Static, text, uuid } from './schema.ts'
import { sectionKey } from './sections.ts'
import { maxIdLength } from './sizes.ts'

const tag = 'Drafting'

/** In the order of their work. */
export const draftAgents = ['analyst', 'critic', 'editor'] as const
export type DraftAgent = (typeof draftAgents)[number]

export const providerDraftStatuses = ['pending', 'running', 'ready', 'failed', 'cancelled'] as const
export type ProviderDraftStatus = (typeof providerDraftStatuses)[number]

/** Why a draft has failed. */
export const providerDraftProblems = [
  'switched_off',
  'not_allowed',
  'budget_spent',
  'no_sources',
  'unavailable',
  'unusable',
  'interrupted',
] as const
export type ProviderDraftProblem = (typeof providerDraftProblems)[number]

/** Why a sentence of the provider is not in the draft. */
export const droppedReasons = [
  'malformed',
  'no_citation',
  'unknown_citation',
  'invented_quote',
  'unsupported',
  'unknown_number',
  'bare_number',
  'already_said',
  'left_out',
] as const
export type DroppedReason = (typeof droppedReasons)[number]

const agent = oneOf(draftAgents, {
  description:
    'analyst: writes sentences from the sources; critic: looks for doubts, missing risks and contradictions; editor: merges.',
})

export const DraftSource = model(
  {
    document_id: uuid({ description: 'The document.' }),
    file_name: text({ description: 'The name of its file.', examples: ['memorandum.pdf'] }),
    passage_id: nullable(
      text({ description: 'The passage of the document; null: a sentence that was read as a fact.', examples: ['12'] }),
    ),
    page: nullable(integer({ description: 'Its page; null: it has none.', examples: [4] })),
  },
  { title: 'DraftSource', description: 'A passage that a sentence is about.' },
)
export type DraftSource = Static<typeof DraftSource>

const sentence = text({ description: 'The sentence as the provider wrote it.' })

export const DraftReport = model(
  {
    accepted: list(
      model(
        { text: sentence, sources: list(DraftSource, { description: 'The passages that state it.' }) },
        { title: 'AcceptedSentence' },
      ),
      { description: 'The sentences of the draft, in its order.' },
    ),
    dropped: list(
      model(
        {
          text: sentence,
          agent,
          reason: oneOf(droppedReasons, {
            description:
              'malformed: it is no plain sentence; no_citation, unknown_citation: it cites nothing, or what the provider was not given; invented_quote: the quote is not in the passage; unsupported: no source states all of it; unknown_number: a number that the draft could not state; bare_number: a number that is neither a number of the memo nor in a cited passage; already_said: the section has it; left_out: the editor left it out.',
          }),
        },
        { title: 'DroppedSentence' },
      ),
      { description: 'What was not supported, or left out. It is nowhere but in this report.' },
    ),
    doubts: list(text(), { description: 'Sentences that the critic doubted.' }),
    contradictions: list(model({ text: sentence, source: DraftSource }, { title: 'DoubtedSentence' }), {
      description: 'Sentences that a passage contradicts according to the critic.',
    }),
  },
  { title: 'DraftReport', description: 'What became of each sentence; null: the draft has not ended.' },
)
export type DraftReport = Static<typeof DraftReport>

export const ProviderDraft = model(
  {
    id: uuid({ description: 'The draft.' }),
    section_key: sectionKey,
    status: oneOf(providerDraftStatuses, {
      description: 'pending and running: it is being made; failed: see `problem`.',
    }),
    agent: nullable(agent),
    progress: number({ description: 'How much of the work is done, 0 to 1.', examples: [0.4] }),
    problem: nullable(
      oneOf(providerDraftProblems, {
        description:
          'Why it failed; null: it did not. switched_off: the organization has switched the provider off; not_allowed: who asked for it can no longer edit the deal, or it is finalized; budget_spent: the tokens of the day are used up; no_sources: there are neither numbers nor passages; unavailable: the provider did not answer; unusable: its answer could not be read; interrupted: the service stopped several times.',
      }),
    ),
    tokens: integer({ description: 'The tokens that the provider has counted.', examples: [4120] }),
    requested_by: uuid({ description: 'Who asked for it.' }),
    comment_id: nullable(
      uuid({ description: 'The suggestion that holds the draft; null: there is none, or not yet.' }),
    ),
    proposal: nullable(
      model(
        {
          content: text({ description: 'The whole text.' }),
          base_version: integer({ description: 'The version of the section; 0: there was none.', examples: [0] }),
        },
        {
          title: 'DraftProposal',
          description: 'The text of a section that had none; null: the draft is a suggestion, or has not ended.',
        },
      ),
    ),
    report: nullable(DraftReport),
    created_at: instant({ description: 'When it was asked for.' }),
    ended_at: nullable(instant({ description: 'When it ended; null: it has not.' })),
  },
  {
    title: 'ProviderDraft',
    description:
      'The draft is a suggestion (`comment_id`). A section without text cannot hold one: then `proposal` is the text to write with PUT.',
  },
)
export type ProviderDraft = Static<typeof ProviderDraft>

const params = model({ deal_id: dealId })
const one = model({ deal_id: dealId, draft_id: text({ max: maxIdLength, description: 'The draft.' }) })

export const draftSection = operation({
  id: 'draftSection',
  method: 'POST',
  path: '/api/canvas/{deal_id}/sections/{section_key}/provider-drafts',
  tag,
  summary: 'Draft a section with the model provider',
  description:
    'Has three agents of the model provider draft one section in the background, from the confirmed and read numbers of the memo and from passages of the documents. Every sentence is checked: a number is a chip of the memo or stands in the cited passage. The result is a suggestion of the author "Draft" that a person accepts or rejects. Needs `model_provider` of the organization; at most 20 an hour per person.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, section_key: sectionKey }),
  answer: ProviderDraft,
  status: 202,
  limit: 'provider_run',
  errors: ['llm_off', 'llm_budget_spent', 'draft_under_way', 'deal_finalized', 'section_not_found'],
})

const Drafts = page('drafts', ProviderDraft)

export const providerDrafts = operation({
  id: 'providerDrafts',
  method: 'GET',
  path: '/api/canvas/{deal_id}/provider-drafts',
  tag,
  summary: 'List the drafts of the model provider',
  description: `Lists the drafts of a deal, the newest first, and whether the provider is switched on. Reports are kept for ${draftReportDays} days.`,
  access: dealRole('editor'),
  params,
  query: model(pageQuery),
  answer: model(
    {
      ...Drafts.properties,
      is_available: boolean({ description: 'Whether sections of this deal can be drafted with a provider.' }),
    },
    { title: 'ProviderDraftsResponse' },
  ),
})

export const showProviderDraft = operation({
  id: 'showProviderDraft',
  method: 'GET',
  path: '/api/canvas/{deal_id}/provider-drafts/{draft_id}',
  tag,
  summary: 'Show a draft of the model provider',
  description: 'Answers a draft with its progress, and its report once it has ended.',
  access: dealRole('editor'),
  params: one,
  answer: ProviderDraft,
  errors: ['draft_not_found'],
})

export const followProviderDraft = operation({
  id: 'followProviderDraft',
  method: 'GET',
  path: '/api/canvas/{deal_id}/provider-drafts/{draft_id}/events',
  tag,
  summary: 'Follow a draft of the model provider',
  description: 'Streams `progress` whenever the draft moves, then `ended`, which ends the stream.',
  access: dealRole('editor'),
  params: one,
  answer: text(),
  mediaType: 'text/event-stream',
  events: { progress: ProviderDraft, ended: ProviderDraft },
  errors: ['draft_not_found'],
})

export const cancelProviderDraft = operation({
  id: 'cancelProviderDraft',
  method: 'POST',
  path: '/api/canvas/{deal_id}/provider-drafts/{draft_id}/cancel',
  tag,
  summary: 'Cancel a draft of the model provider',
  description: 'Ends a draft; one that has ended stays as it is.',
  access: dealRole('editor'),
  params: one,
  answer: ProviderDraft,
  errors: ['draft_not_found'],
})
