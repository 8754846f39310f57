import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { modelVersion } from './models.ts'
import { operation } from './operation.ts'
import { pageQuery } from './paging.ts'
import { severities } from './quality.ts'
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
  number,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import {
  maxCursorLength,
  maxEffects,
  maxFactsPage,
  maxFindingsPage,
  maxGivenMetricKeyLength,
  maxIdLength,
  maxSettlementReasonLength,
} from './sizes.ts'

const tag = 'Facts'
const params = model({ deal_id: dealId })
const documentId = uuid({ description: 'The document.' })
const unit = oneOf(metricUnits, { description: 'The unit of the value.' })
const period = nullable(
  text({ description: 'The time that it is about, as written; null: none is stated.', examples: ['year 1'] }),
)
const qualifier = nullable(text({ description: 'What narrows the term; null: nothing.', examples: ['stabilized'] }))
const nextCursor = nullable(
  text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
)
const cursor = optional(text({ max: maxCursorLength, description: 'The `next_cursor` of the page before.' }))

/** Where a document states something. */
const place = {
  page: nullable(integer({ description: 'The page, from 1; null in a sheet.', examples: [4] })),
  sheet: nullable(text({ description: 'The sheet; null on a page.', examples: ['Rent roll'] })),
  cell: nullable(text({ description: 'The cell; null on a page.', examples: ['C14'] })),
  box: nullable(
    list(number({ examples: [0.12] }), {
      description: 'Left, top, right and bottom as shares of the page; null: not known.',
    }),
  ),
  quote: text({ description: 'The sentence or table row.', examples: ['The property has 104 units.'] }),
}

export const factOrigins = ['text', 'table', 'derived'] as const
export const factBounds = ['at_least', 'at_most'] as const

export const DocumentFact = model(
  {
    document_id: documentId,
    position: integer({ description: 'The place in the order of the document.', examples: [0] }),
    metric_key: nullable(
      text({
        description: 'The metric that it states; null: a term that the catalog does not have.',
        examples: ['units'],
      }),
    ),
    term: text({ description: 'The term as in the document.', examples: ['units'] }),
    value: number({ description: 'In the unit.', examples: [104] }),
    unit,
    currency: nullable(text({ description: 'ISO 4217; null: none is stated.', examples: ['USD'] })),
    period,
    qualifier,
    ...place,
    confidence: number({ description: 'How sure the reading is, from 0 to 1.', examples: [0.9] }),
    bound: nullable(oneOf(factBounds, { description: 'The value is only a limit; null: it is exact.' })),
    origin: oneOf(factOrigins, {
      description: 'Where it stands; derived: summed or averaged over the rows of a table.',
    }),
  },
  { title: 'DocumentFact' },
)
export type DocumentFact = Static<typeof DocumentFact>

export const factReadingStates = ['pending', 'ready', 'failed'] as const

const FactReading = model(
  {
    document_id: documentId,
    status: oneOf(factReadingStates, { description: 'Whether its facts have been read.' }),
    facts: integer({ description: 'How many were found.', examples: [42] }),
    tables: integer({ description: 'Tables of a known kind.', examples: [1] }),
    flags: integer({ description: 'Problems that the checks of these tables found.', examples: [3] }),
  },
  { title: 'FactReading' },
)

export const documentFacts = operation({
  id: 'documentFacts',
  method: 'GET',
  path: '/api/canvas/{deal_id}/facts',
  tag,
  summary: 'List what the documents state',
  description:
    'Lists the facts of the documents of a deal: numbers with their term, unit, period, place and confidence, in the order of each document. They are read from each document by itself; `readings` says which are still to be read.',
  access: dealRole('viewer'),
  params,
  query: model({
    document_id: optional(text({ description: 'Only facts of this document.', max: maxIdLength })),
    metric_key: optional(
      text({ description: 'Only facts about this metric.', max: maxGivenMetricKeyLength, examples: ['unit_count'] }),
    ),
    page: optional(
      integer({ description: 'Only facts on this page of their document.', minimum: 1, maximum: 1_000_000 }),
    ),
    limit: optional(
      integer({ minimum: 1, maximum: maxFactsPage, default: 100, description: 'How many to answer at most.' }),
    ),
    cursor,
  }),
  answer: model(
    {
      facts: list(DocumentFact, { description: 'The facts of this page.', max: maxFactsPage }),
      next_cursor: nextCursor,
      readings: list(FactReading, {
        description: 'Each document, or the requested one, in the order of their upload.',
      }),
    },
    { title: 'DocumentFactsResponse' },
  ),
  limit: 'facts',
})

export const factTableKinds = [
  'rent_roll',
  'operating_statement',
  'loan_terms',
  'cap_table',
  'customer_list',
  'lease_list',
  'lease_abstract',
] as const

export const FactTable = model(
  {
    kind: oneOf(factTableKinds, { description: 'What kind of table it is.' }),
    rows: list(map(anyJson(), { description: 'A row by the names of its columns.' }), {
      description: 'The rows, with dates as ISO 8601.',
    }),
    is_cut: boolean({ description: 'Whether there are more rows than are listed.' }),
    flags: list(
      model(
        {
          code: text({ description: 'The check.', examples: ['expired'] }),
          message: text({ description: 'What it found, in a sentence.', examples: ['The lease has expired.'] }),
          row: nullable(integer({ description: 'The row of the table, from 0; null: the whole table.' })),
        },
        { title: 'FactTableFlag' },
      ),
      { description: 'What the checks of the table found.' },
    ),
  },
  { title: 'FactTable' },
)
export type FactTable = Static<typeof FactTable>

export const documentTables = operation({
  id: 'documentTables',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/tables',
  tag,
  summary: 'Show the known tables of a document',
  description:
    'Answers the rent rolls, operating statements, loan terms, cap tables, customer and lease lists that were found in a document, as typed rows, with what their checks found: sums that do not foot, expired leases, units listed twice.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId, document_id: text({ description: 'The document.', max: maxIdLength }) }),
  answer: model(
    { tables: list(FactTable, { description: 'The tables in the order of the document.' }) },
    { title: 'DocumentTablesResponse' },
  ),
  errors: ['document_not_found'],
  limit: 'facts',
})

const Stated = model(
  {
    document_id: nullable(uuid({ description: 'The document; null: the model.' })),
    file_name: text({ description: 'The document or workbook.', examples: ['Offering memorandum.pdf'] }),
    value: number({ description: 'The value there.', examples: [104] }),
    ...place,
    quote: nullable(place.quote),
  },
  { title: 'StatedValue' },
)

const Effect = model(
  {
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Levered IRR'] }),
    unit,
    before: nullable(number({ description: 'With the number of the model; null: not a number.', examples: [17.1] })),
    after: nullable(number({ description: 'With the number of the document; null: not a number.', examples: [15.9] })),
  },
  { title: 'ContradictionEffect' },
)

export const settlementChoices = ['model', 'document', 'explained'] as const
export type SettlementChoice = (typeof settlementChoices)[number]

export const findingStatuses = ['agrees', 'differs'] as const
export type FindingStatus = (typeof findingStatuses)[number]

export const ReconciliationFinding = model(
  {
    id: uuid({ description: 'The finding.' }),
    status: oneOf(findingStatuses, { description: 'Whether both state the same, up to rounding.' }),
    metric_key: metricKey,
    label: text({ description: 'The name of the metric.', examples: ['Number of Units'] }),
    unit,
    period,
    qualifier,
    stated: described(Stated, 'What the document states.'),
    compared_with: described(Stated, 'The model, or another document.'),
    difference: number({ description: 'The document less the other, in the unit.', examples: [4] }),
    relative_difference: nullable(
      number({ description: 'As a share of the other; null: that is zero.', examples: [0.04] }),
    ),
    severity: nullable(
      oneOf(severities, { description: 'By how far returns move and whether the memo cites it; null: it agrees.' }),
    ),
    effects: list(Effect, {
      description:
        'Headline metrics that move if the number of the document is put into the model; empty if nothing moves or it cannot be put in.',
      max: maxEffects,
    }),
    cited_in: list(text({ description: 'The key of a section.', examples: ['overview'] }), {
      description: 'The sections of the memo that cite the metric.',
    }),
    settlement: nullable(
      model(
        {
          choice: oneOf(settlementChoices, {
            description: 'The number of the model holds, that of the document, or both do for a reason.',
          }),
          reason: text({ description: 'Why.', examples: ['The OM counts four model units.'] }),
          by: nullable(text({ description: 'Who settled it; null: unknown.', examples: ['Daniel Reyes'] })),
          at: instant({ description: 'When it was settled.' }),
        },
        { title: 'Settlement', description: 'How it was settled; null: it is open.' },
      ),
    ),
    version: integer({ description: 'Rises with each change.', examples: [1] }),
  },
  { title: 'ReconciliationFinding' },
)
export type ReconciliationFinding = Static<typeof ReconciliationFinding>

export const reconciliation = operation({
  id: 'reconciliation',
  method: 'GET',
  path: '/api/canvas/{deal_id}/reconciliation',
  tag,
  summary: 'Compare the documents with the model and each other',
  description:
    'Lists where documents agree with the numbers that the memo presents or with each other, and where they differ: the most severe first, then settled ones, agreements last, as they were when it was last renewed. It is renewed by itself whenever a document or a number changes; `pending` says that this is under way.',
  access: dealRole('viewer'),
  params,
  query: model({
    status: optional(oneOf(findingStatuses, { description: 'Only agreements or only differences.' })),
    limit: optional(
      integer({ minimum: 1, maximum: maxFindingsPage, default: 50, description: 'How many to answer at most.' }),
    ),
    cursor: pageQuery.cursor,
  }),
  answer: model(
    {
      status: oneOf(['current', 'pending'], { description: 'Whether it covers all documents and numbers.' }),
      model_version: modelVersion,
      counts: model(
        {
          open: integer({ description: 'Differences that nobody has settled.', examples: [2] }),
          settled: integer({ description: 'Settled differences.', examples: [1] }),
          agrees: integer({ description: 'Agreements.', examples: [14] }),
        },
        { title: 'ReconciliationCounts', description: 'Of all findings.' },
      ),
      findings: list(ReconciliationFinding, { description: 'The findings of this page.', max: maxFindingsPage }),
      next_cursor: nextCursor,
    },
    { title: 'ReconciliationResponse' },
  ),
  limit: 'facts',
})

export const settleContradiction = operation({
  id: 'settleContradiction',
  method: 'POST',
  path: '/api/canvas/{deal_id}/reconciliation/{finding_id}/settle',
  tag,
  summary: 'Settle a contradiction',
  description:
    'Records which number holds, and why. No number is changed by it: to use the number of the document, apply it as a what-if. A settled contradiction opens again when either number changes.',
  access: dealRole('editor'),
  params: model({ deal_id: dealId, finding_id: text({ description: 'The finding.', max: maxIdLength }) }),
  body: model(
    {
      choice: oneOf(settlementChoices, { description: 'Which number holds, or that both do for a reason.' }),
      reason: text({ min: 1, max: maxSettlementReasonLength, description: 'Why.' }),
    },
    { title: 'SettleContradictionRequest' },
  ),
  answer: ReconciliationFinding,
  ifMatch: true,
  errors: ['contradiction_not_found', 'nothing_to_settle', 'deal_finalized'],
})
