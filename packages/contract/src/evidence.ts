import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { metricKey, metricUnits } from './metrics.ts'
import { operation } from './operation.ts'
import { instant, integer, list, model, nullable, number, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { sectionKey } from './sections.ts'

const tag = 'Evidence'
const params = model({ deal_id: dealId })

export const EvidencePassage = model(
  {
    document_id: uuid(),
    file_name: text({ examples: ['Offering memorandum.pdf'] }),
    page: nullable(integer({ examples: [12], description: 'Null in a workbook.' })),
    sheet: nullable(text({ examples: ['Rent Roll'] })),
    cell: nullable(text({ examples: ['B14'], description: 'Where the passage begins.' })),
    text: text({ examples: ['The property has 212 units.'] }),
    score: number({ description: '0 to 1, the best first.', examples: [0.98] }),
  },
  { title: 'EvidencePassage' },
)
export type EvidencePassage = Static<typeof EvidencePassage>

export type EvidenceDegraded = 'words_only' | 'some_documents_words_only'

/** Absent: words and meaning. */
const degraded = optional(
  oneOf(['words_only', 'some_documents_words_only'], {
    description:
      'Absent as a rule. `words_only`: the embeddings endpoint did not answer, so passages were found by their words alone. `some_documents_words_only`: so were those of documents that are still to be embedded.',
  }),
)

export const searchEvidence = operation({
  id: 'searchEvidence',
  method: 'GET',
  path: '/api/canvas/{deal_id}/evidence',
  tag,
  summary: 'Passages of the documents of the deal that answer a question; each search is a retrieval in its journal',
  access: dealRole('viewer'),
  params,
  query: model({
    q: text({ min: 1, max: 500, examples: ['How many units are there?'] }),
    limit: optional(integer({ minimum: 1, maximum: 20, default: 5 })),
  }),
  answer: model({ passages: list(EvidencePassage), degraded }),
  limit: 'search',
})

const BrushedNumber = model({
  text: text({ description: 'As it stands in the passage.', examples: ['$48.5 million'] }),
  value: number({ examples: [48_500_000] }),
  metric_key: nullable(metricKey),
  label: nullable(text({ examples: ['Purchase Price'] })),
  unit: nullable(oneOf(metricUnits)),
  model_value: nullable(number({ examples: [48_500_000] })),
  verdict: oneOf(['agrees', 'differs', 'unknown'], {
    description: 'To the digits that the passage shows; unknown where no metric is meant for sure.',
  }),
})

export const brushPassage = operation({
  id: 'brushPassage',
  method: 'POST',
  path: '/api/canvas/{deal_id}/brush',
  tag,
  summary: 'What the model and the documents say about a highlighted passage',
  access: dealRole('commenter'),
  params,
  body: model({
    section_key: sectionKey,
    text: text({ min: 1, max: 2000, examples: ['The purchase price is $48.5 million.'] }),
  }),
  answer: model(
    {
      id: uuid(),
      section_key: sectionKey,
      created_at: instant(),
      numbers: list(BrushedNumber),
      evidence: list(EvidencePassage),
      degraded,
    },
    { title: 'BrushFinding' },
  ),
  errors: ['section_not_found'],
  limit: 'search',
})
