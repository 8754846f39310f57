import { dealRole } from './access.ts'
import { decisions } from './audit.ts'
import { commentStatuses, commentTypes } from './comments.ts'
import { dealId } from './deals.ts'
import { operation } from './operation.ts'
import {
  boolean,
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

const tag = 'Canvas'
const params = model({ deal_id: dealId })

/** No list of what is new is longer. */
export const maxNews = 100

const ChangedSection = model({
  section_key: text({ examples: ['executive_summary'] }),
  title: text({ examples: ['Executive Summary'] }),
  change: oneOf(['created', 'updated']),
  from_version: optional(integer({ examples: [2], description: 'The one before the change; absent where it is new.' })),
  to_version: integer({ examples: [3] }),
  by: list(text({ examples: ['Priya Nair'] }), {
    description:
      'Who wrote it, the first first, at most 20; "(unverified)" follows the name of one whose address is not.',
  }),
  stale: boolean(),
})

const ThreadNews = model({
  comment_id: uuid(),
  section_key: nullable(text({ examples: ['executive_summary'] })),
  comment_type: oneOf(commentTypes),
  status: oneOf(commentStatuses, { description: 'As it is now.' }),
  snippet: text({ description: 'The beginning of the comment.', examples: ['Where does this rent growth come from?'] }),
  author_name: text({ description: 'Who wrote the comment.', examples: ['Daniel Reyes'] }),
  by: nullable(text({ description: 'Who did it last.', examples: ['Priya Nair'] })),
  at: instant(),
})
export type ThreadNews = Static<typeof ThreadNews>

const news = (description: string) => list(ThreadNews, { max: maxNews, description })

const MovedRating = model({
  section_key: text({ examples: ['executive_summary'] }),
  count: integer({ examples: [2], description: 'How many people rate it now.' }),
  mean_before: nullable(number({ examples: [4], description: 'Null where nobody had rated it.' })),
  mean_now: number({ examples: [4.5], description: 'To two decimals.' }),
})

const DecisionNews = model({
  seq: integer({ examples: [7] }),
  type: oneOf(['finalized', 'reopened']),
  decision: nullable(oneOf(decisions)),
  by: nullable(text({ examples: ['Maya Okafor'] })),
  at: instant(),
})

export const SinceLastLook = model(
  {
    from_seq: integer({ examples: [2] }),
    to_seq: integer({ examples: [7], description: 'What to mark as seen.' }),
    seen_at: nullable(instant({ description: 'When I last marked it as seen.' })),
    never_seen: boolean(),
    entries: integer({ examples: [5], description: 'Of the journal in between, my own too.' }),
    sections: list(ChangedSection, { max: maxNews, description: 'In the order of the memo.' }),
    threads: model({
      new: news('The newest first. A thread that is new stands in no other list.'),
      resolved: news('Also suggestions accepted or rejected.'),
      reopened: news('Those that were not resolved again.'),
      replied: news('With a reply that is still there.'),
    }),
    ratings: list(MovedRating, { max: maxNews, description: 'Where people or their mean changed.' }),
    decisions: list(DecisionNews, { max: maxNews, description: 'The newest first.' }),
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
  summary: 'What others did to the deal since I last looked, or since an entry of its journal',
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
  summary:
    'Mark the deal as seen up to an entry of its journal; the mark only moves forward, to the last entry at most',
  access: dealRole('viewer'),
  params,
  body: model({ seq: integer({ minimum: 0, examples: [7] }) }),
  answer: model({ seq: integer({ examples: [7] }), at: instant() }),
})
