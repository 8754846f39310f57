import { signedIn } from './access.ts'
import { dealId } from './deals.ts'
import { metricConfirmations, metricOrigins, metricUnits } from './metrics.ts'
import { operation } from './operation.ts'
import { pageQuery } from './paging.ts'
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
} from './schema.ts'
import { maxDealCursorLength, maxPageSize, maxSearchKindsLength, maxSearchLength } from './sizes.ts'

/** What a search finds, in the order of the list. */
export const searchKinds = ['deal', 'metric', 'section', 'document', 'fact', 'comment'] as const
export type SearchKind = (typeof searchKinds)[number]

const Mark = model(
  {
    start: integer({ description: 'Where the words begin, in code points.', minimum: 0, examples: [4] }),
    end: integer({ description: 'Where they end, in code points.', minimum: 0, examples: [7] }),
  },
  { title: 'SearchMark' },
)
export type SearchMark = Static<typeof Mark>

const Standing = model(
  {
    origin: oneOf(metricOrigins, { description: 'Where the value comes from.' }),
    confirmation: oneOf(metricConfirmations, {
      description: 'Whether a person has confirmed it; an unconfirmed value must be shown as such.',
    }),
  },
  {
    title: 'SearchProvenance',
    description: 'Where the value of a metric comes from and who stands behind it; null: it is not a metric.',
  },
)

const Hit = model(
  {
    kind: oneOf(searchKinds, {
      description: 'What was found. A document is its name or a passage of it; a comment is a comment or a reply.',
    }),
    deal_id: dealId,
    deal_name: text({ description: 'The name of its deal.', examples: ['Harbor Point'] }),
    deal_archived: boolean({ description: 'Whether the deal is archived.' }),
    title: text({
      description: 'The name of the deal, metric, section or document; the term of a fact; the author of a comment.',
      examples: ['Levered IRR'],
    }),
    title_marks: list(Mark, { description: 'The matched words in the title.' }),
    snippet: text({ description: 'The text around the match, without marks; may be empty.' }),
    snippet_marks: list(Mark, { description: 'The matched words in the snippet.' }),
    value: nullable(number({ description: 'Of a metric or a fact; null: none.', examples: [14.2] })),
    unit: nullable(oneOf(metricUnits, { description: 'The unit of the value; null: no value.' })),
    currency: nullable(text({ description: 'ISO 4217; null: no amount, or none is stated.', examples: ['USD'] })),
    provenance: nullable(Standing),
    path: text({
      description: 'Opens it at its place, within the service.',
      examples: ['/app/canvas/0198c0de/numbers?metric=levered_irr_pct'],
    }),
    updated_at: instant({ description: 'When it was last changed.' }),
  },
  { title: 'SearchHit' },
)
export type SearchHit = Static<typeof Hit>

const Count = model(
  {
    kind: oneOf(searchKinds, { description: 'The kind.' }),
    count: integer({ description: 'How many there are, at most 99.', minimum: 0, examples: [12] }),
    more: boolean({ description: 'Whether there are more than 99.' }),
  },
  { title: 'SearchCount' },
)
export type SearchCount = Static<typeof Count>

export const search = operation({
  id: 'search',
  method: 'GET',
  path: '/api/search',
  tag: 'Search',
  summary: 'Search all deals',
  description:
    'Finds words in everything that the caller can see: deals, metrics, sections of memos, documents and their text, facts of documents, comments and replies. All words must be found, in any case and without regard to accents; words in double quotes must follow each other; the last word can be the beginning of one. A metric is also found by the usual names of its kind. Hits come by kind, the newest of each kind first. At most 120 searches a minute.',
  access: signedIn,
  query: model({
    q: text({ min: 1, max: maxSearchLength, description: 'What to search for.', examples: ['IRR'] }),
    kinds: optional(
      text({
        max: maxSearchKindsLength,
        description: 'Only these kinds, separated by commas; absent: all.',
        examples: ['metric,comment'],
      }),
    ),
    deal_id: optional(dealId),
    per_kind: optional(
      integer({
        minimum: 1,
        maximum: maxPageSize,
        description: 'At most so many hits of each kind, for an overview, which has no next page.',
      }),
    ),
    limit: pageQuery.limit,
    cursor: optional(text({ max: maxDealCursorLength, description: 'The `next_cursor` of the page before.' })),
  }),
  answer: model(
    {
      hits: list(Hit, { description: 'The hits of this page.' }),
      counts: nullable(
        list(Count, { description: 'How many hits of each kind there are; null after the first page.' }),
      ),
      complete: boolean({
        description: 'False while contents from before an upgrade are still being indexed: something may be missing.',
      }),
      next_cursor: nullable(text({ description: 'Send it as `cursor` for the next page; null: this is the last.' })),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
    },
    { title: 'SearchResponse' },
  ),
  limit: 'search',
})
