import { dealRole } from './access.ts'
import { commentStatuses, commentTypes } from './comments.ts'
import { dealId, decisions } from './deals.ts'
import { operation } from './operation.ts'
import { scenarioId } from './scenario-id.ts'
import {
  boolean,
  described,
  instant,
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
import { maxNews } from './sizes.ts'

const tag = 'Canvas'
const params = model({ deal_id: dealId })

export const sectionChanges = ['created', 'updated', 'removed', 'restored'] as const

const ChangedSection = model(
  {
    section_key: text({ description: 'The section of the memo.', examples: ['executive_summary'] }),
    title: text({ description: 'The title of the section.', examples: ['Executive Summary'] }),
    change: oneOf(sectionChanges, {
      description: 'What happened to it: created, updated (a new text or title), removed from the memo, or restored.',
    }),
    from_version: optional(
      integer({ examples: [2], description: 'The one before the change; absent where it is new.' }),
    ),
    to_version: integer({ description: 'Its version now.', examples: [3] }),
    by: list(text({ examples: ['Priya Nair'] }), {
      description:
        'Who wrote it, the first first, at most 20; "(unverified)" follows the name of one whose address is not.',
    }),
    stale: boolean({ description: 'Whether it cites a number that changed since.' }),
  },
  { title: 'ChangedSection' },
)

const ThreadNews = model(
  {
    comment_id: uuid({ description: 'The comment.' }),
    section_key: nullable(
      text({ description: 'The section it is about; null: the deal as a whole.', examples: ['executive_summary'] }),
    ),
    comment_type: oneOf(commentTypes, { description: 'What kind of comment it is.' }),
    status: oneOf(commentStatuses, { description: 'As it is now.' }),
    snippet: text({
      description: 'The beginning of the comment.',
      examples: ['Where does this rent growth come from?'],
    }),
    author_name: text({ description: 'Who wrote the comment.', examples: ['Daniel Reyes'] }),
    by: nullable(text({ description: 'Who did it last.', examples: ['Priya Nair'] })),
    at: instant({ description: 'When it happened.' }),
  },
  { title: 'ThreadNews' },
)
export type ThreadNews = Static<typeof ThreadNews>

const news = (description: string) => list(ThreadNews, { max: maxNews, description })

const MovedRating = model(
  {
    section_key: text({ description: 'The section of the memo.', examples: ['executive_summary'] }),
    count: integer({ examples: [2], description: 'How many people rate it now.' }),
    mean_before: nullable(number({ examples: [4], description: 'Null where nobody had rated it.' })),
    mean_now: number({ examples: [4.5], description: 'To two decimals.' }),
  },
  { title: 'MovedRating' },
)

const DecisionNews = model(
  {
    seq: integer({ description: 'The number of the event in the audit trail.', examples: [7] }),
    type: oneOf(['finalized', 'reopened'], { description: 'Whether the deal was finalized or reopened.' }),
    decision: nullable(oneOf(decisions, { description: 'The decision; null: it was reopened.' })),
    by: nullable(text({ description: 'The display name of the person; null: unknown.', examples: ['Maya Okafor'] })),
    at: instant({ description: 'When it happened.' }),
  },
  { title: 'DecisionNews' },
)

export const scenarioNews = [
  'created',
  'changed',
  'uncertainty_changed',
  'proposed',
  'proposal_ended',
  'adopted',
  'presented',
] as const

const ScenarioNews = model(
  {
    scenario_id: scenarioId,
    name: text({ description: 'The name of the scenario now.', examples: ['Downside'] }),
    change: oneOf(scenarioNews, { description: 'What was done with it last.' }),
    by: nullable(text({ description: 'Who did it; null: unknown.', examples: ['Priya Nair'] })),
    at: instant({ description: 'When it happened.' }),
  },
  { title: 'ScenarioNews' },
)

export const SinceLastLook = model(
  {
    from_seq: integer({ description: 'The event that the person last saw.', examples: [2] }),
    to_seq: integer({ examples: [7], description: 'What to mark as seen.' }),
    seen_at: nullable(instant({ description: 'When I last marked it as seen.' })),
    never_seen: boolean({ description: 'Whether the person has never marked the deal as seen.' }),
    entries: integer({ examples: [5], description: 'Of the journal in between, my own too.' }),
    sections: list(ChangedSection, { max: maxNews, description: 'In the order of the memo.' }),
    threads: described(
      model(
        {
          new: news('The newest first. A thread that is new stands in no other list.'),
          resolved: news('Also suggestions accepted or rejected.'),
          reopened: news('Those that were not resolved again.'),
          replied: news('With a reply that is still there.'),
        },
        { title: 'ThreadsNews' },
      ),
      'Threads of comments in which something happened.',
    ),
    ratings: list(MovedRating, { max: maxNews, description: 'Where people or their mean changed.' }),
    decisions: list(DecisionNews, { max: maxNews, description: 'The newest first.' }),
    scenarios: list(ScenarioNews, {
      max: maxNews,
      description: 'The newest first; deleted ones and those that I cannot see are left out.',
    }),
    contradictions: described(
      model(
        {
          found: integer({ description: 'New ones, and settled ones that opened again.', examples: [2] }),
          settled: integer({ description: 'Settled by others.', examples: [1] }),
        },
        { title: 'ContradictionNews' },
      ),
      'Contradictions between documents and numbers.',
    ),
    other: integer({ examples: [1], description: 'Acts of others that are in no list, such as edits and members.' }),
    truncated: boolean({
      description: `Whether there was more: lists end at ${maxNews}, and at most the newest 5,000 entries are looked at.`,
    }),
  },
  { title: 'SinceLastLook' },
)
export type SinceLastLook = Static<typeof SinceLastLook>

export const sinceLastLook = operation({
  id: 'sinceLastLook',
  method: 'GET',
  path: '/api/canvas/{deal_id}/since',
  tag,
  summary: 'Show what changed since I last looked',
  description:
    'Answers what others did after the mark of the caller, or after `seq`: sections, threads, ratings, decisions, scenarios, contradictions and a count of the rest. Each list holds at most 100; at most 120 calls a minute.',
  access: dealRole('viewer'),
  params,
  query: model({ seq: optional(integer({ minimum: 0, description: 'Look from here instead of my own mark.' })) }),
  answer: SinceLastLook,
  limit: 'since',
})

export const markSeen = operation({
  id: 'markSeen',
  method: 'POST',
  path: '/api/canvas/{deal_id}/seen',
  tag,
  summary: 'Mark a deal as seen',
  description:
    'Moves the mark of the caller to an event of the audit trail. It only moves forward, and never beyond the last event.',
  access: dealRole('viewer'),
  params,
  body: model(
    { seq: integer({ description: 'The event that was seen last.', minimum: 0, examples: [7] }) },
    { title: 'MarkSeenRequest' },
  ),
  answer: model(
    {
      seq: integer({ description: 'Where the mark is now.', examples: [7] }),
      at: instant({ description: 'When it was moved there.' }),
    },
    { title: 'MarkSeenResponse' },
  ),
})
