import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { operation } from './operation.ts'
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
import { sectionKey } from './sections.ts'
import { maxIdLength, maxPagesAtOnce, maxPassageLength, maxQuestionLength } from './sizes.ts'

const tag = 'Evidence'
const params = model({ deal_id: dealId })

const matches = ['strong', 'likely', 'possible'] as const
export type EvidenceMatch = (typeof matches)[number]

/** More often right than wrong; right in every fourth case at least; a passage worth a look. */
export const matchOfScore = (score: number): EvidenceMatch =>
  score >= 0.5 ? 'strong' : score >= 0.25 ? 'likely' : 'possible'

const passageId = text({ description: 'The passage within its document.', examples: ['12'] })

export const EvidencePassage = model(
  {
    document_id: uuid({ description: 'The document.' }),
    passage_id: passageId,
    file_name: text({ description: 'The name of the file.', examples: ['Offering memorandum.pdf'] }),
    page: nullable(integer({ examples: [12], description: 'Null in a workbook.' })),
    sheet: nullable(
      text({ description: 'The sheet of a workbook; null: another kind of document.', examples: ['Rent Roll'] }),
    ),
    cell: nullable(text({ examples: ['B14'], description: 'Where the passage begins.' })),
    text: text({ description: 'The passage.', examples: ['The property has 212 units.'] }),
    score: number({
      description:
        '0 to 1, the best first: how likely the passage answers the question, as measured on test questions.',
      examples: [0.62],
    }),
    match: oneOf(matches, { description: 'The score in words.' }),
    sentence: model(
      {
        text: text({ description: 'The sentence or line.', examples: ['The property has 212 units.'] }),
        start: integer({ description: 'Where it begins in `text`, in UTF-16 code units.', examples: [118] }),
        end: integer({ description: 'Where it ends in `text`, in UTF-16 code units.', examples: [145] }),
      },
      { title: 'EvidenceSentence', description: 'The part of the passage that answers the question best.' },
    ),
  },
  { title: 'EvidencePassage' },
)
export type EvidencePassage = Static<typeof EvidencePassage>

export type EvidenceDegraded = 'words_only' | 'some_documents_words_only'

/** Absent means both words and meaning. */
export const evidenceDegraded = optional(
  oneOf(['words_only', 'some_documents_words_only'], {
    description:
      'Absent as a rule. `words_only`: vectors are switched off, not available, or still being made for this deal, so passages were found by their words and synonyms alone. `some_documents_words_only`: so were those of documents that are still to be embedded.',
  }),
)

export const evidenceFilter = {
  document_id: optional(uuid({ description: 'Search this document only.' })),
  kind: optional(
    oneOf(['document', 'workbook'], {
      description: 'Search documents only, or only what has cells: workbooks and tables.',
    }),
  ),
}

export const searchEvidence = operation({
  id: 'searchEvidence',
  method: 'GET',
  path: '/api/canvas/{deal_id}/evidence',
  tag,
  summary: 'Search the documents of a deal',
  description:
    'Finds passages of the documents that answer a question, by words, synonyms and meaning. A question that nothing answers has no passages. Each search is a retrieval in the audit trail; at most 120 searches a minute.',
  access: dealRole('viewer'),
  params,
  query: model({
    q: text({
      description: 'The question, or words to look for.',
      min: 1,
      max: maxQuestionLength,
      examples: ['How many units are there?'],
    }),
    limit: optional(
      integer({ description: 'How many passages to answer at most.', minimum: 1, maximum: 20, default: 5 }),
    ),
    ...evidenceFilter,
  }),
  answer: model(
    { passages: list(EvidencePassage, { description: 'The passages, the best first.' }), degraded: evidenceDegraded },
    { title: 'SearchEvidenceResponse' },
  ),
  limit: 'search',
})

const start = integer({ description: 'Where it begins in `text`, in UTF-16 code units.', examples: [118] })
const end = integer({ description: 'Where it ends in `text`, in UTF-16 code units.', examples: [145] })

export const DocumentPage = model(
  {
    page: integer({ description: 'Its number, from 1.', examples: [4] }),
    text: text({ description: 'Its text.', examples: ['The property has 212 units.'] }),
    is_recognized: boolean({ description: 'Whether the text was recognized in a picture and can be wrong.' }),
    lines: list(
      model(
        {
          start,
          end,
          box: list(number({ examples: [0.12] }), {
            description: 'Left, top, right and bottom as shares of the page.',
          }),
        },
        { title: 'PageLine' },
      ),
      { description: 'Where the lines are on the page; empty: not known.' },
    ),
    tables: list(
      model(
        { start, end, rows: list(list(text()), { description: 'The text of the cells, row by row.' }) },
        { title: 'PageTable' },
      ),
      { description: 'The tables, and where they are in the text.' },
    ),
    passages: list(model({ passage_id: passageId, start, end }, { title: 'PagePassage' }), {
      description: 'Where the passages that a search can find are in the text.',
    }),
  },
  { title: 'DocumentPage' },
)
export type DocumentPage = Static<typeof DocumentPage>

export const documentPages = operation({
  id: 'documentPages',
  method: 'GET',
  path: '/api/canvas/{deal_id}/documents/{document_id}/pages',
  tag,
  summary: 'Read pages of a document',
  description:
    'Answers the text of pages as it was read, with the place of each line, table and passage. A workbook, or a document that is not or cannot be read, has no pages.',
  access: dealRole('viewer'),
  params: model({ deal_id: dealId, document_id: text({ description: 'The document.', max: maxIdLength }) }),
  query: model({
    from: optional(integer({ description: 'The first page to answer.', minimum: 1, maximum: 1_000_000, default: 1 })),
    limit: optional(
      integer({ description: 'How many pages to answer at most.', minimum: 1, maximum: maxPagesAtOnce, default: 1 }),
    ),
    passage_id: optional(
      text({ description: 'Begin with the page of this passage instead.', max: maxIdLength, examples: ['12'] }),
    ),
  }),
  answer: model(
    {
      page_count: integer({ description: 'All pages of the document.', examples: [22] }),
      pages: list(DocumentPage, { description: 'The pages in their order.', max: maxPagesAtOnce }),
    },
    { title: 'DocumentPagesResponse' },
  ),
  errors: ['document_not_found', 'workers_busy'],
  limit: 'cells',
})

const BrushedNumber = model(
  {
    text: text({ description: 'As it stands in the passage.', examples: ['$48.5 million'] }),
    value: number({ description: 'The number as it is in the passage.', examples: [48_500_000] }),
    metric_key: nullable(described(metricKey, 'The metric that it matches; null: none.')),
    label: nullable(text({ description: 'The name of that metric; null: none.', examples: ['Purchase Price'] })),
    unit: nullable(oneOf(metricUnits, { description: 'The unit of that metric; null: none.' })),
    model_value: nullable(number({ description: 'What the model says; null: nothing.', examples: [48_500_000] })),
    verdict: oneOf(['agrees', 'differs', 'unknown'], {
      description: 'To the digits that the passage shows; unknown where no metric is meant for sure.',
    }),
  },
  { title: 'BrushedNumber' },
)

export const brushPassage = operation({
  id: 'brushPassage',
  method: 'POST',
  path: '/api/canvas/{deal_id}/brush',
  tag,
  summary: 'Check a passage against model and documents',
  description:
    'Compares the numbers of a highlighted passage with the model and finds passages of the documents about it. It counts as a search.',
  access: dealRole('commenter'),
  params,
  body: model(
    {
      section_key: sectionKey,
      text: text({
        description: 'The highlighted passage.',
        min: 1,
        max: maxPassageLength,
        examples: ['The purchase price is $48.5 million.'],
      }),
    },
    { title: 'BrushPassageRequest' },
  ),
  answer: model(
    {
      id: uuid({ description: 'The finding.' }),
      section_key: sectionKey,
      created_at: instant({ description: 'When it was checked.' }),
      numbers: list(BrushedNumber, { description: 'The numbers of the passage.' }),
      evidence: list(EvidencePassage, { description: 'Passages of the documents about it, the best first.' }),
      degraded: evidenceDegraded,
    },
    { title: 'BrushFinding' },
  ),
  errors: ['section_not_found'],
  limit: 'search',
})
