import { brushPassage, documentPages, searchEvidence } from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import type { Brush } from './brush/brush.service.ts'
import type { JudgedNumber } from './brush/match-number.ts'
import type { Evidence } from './evidence.service.ts'
import type { DocumentPages } from './pages/document-pages.ts'
import { presentPassage } from './present-passage.ts'

interface Services {
  evidence: Evidence
  brush: Brush
  readPages: DocumentPages
}

export const evidenceRoutes = ({ evidence, brush, readPages }: Services): Route[] => [
  handle(searchEvidence, async ({ actor, params, query: { q, limit = 5, document_id, kind } }) => {
    const { passages, ...degraded } = await evidence.search(actor, params.deal_id, q, {
      limit,
      documentId: document_id,
      kind,
    })
    return { passages: passages.map(presentPassage), ...degraded }
  }),
  handle(documentPages, ({ params, query: { from = 1, limit = 1, passage_id }, signal }) =>
    readPages(params.deal_id, params.document_id, { from, limit, passageId: passage_id }, signal),
  ),
  handle(brushPassage, async ({ actor, params, body: { section_key, text } }) => {
    const { id, at, numbers, found } = await brush.brush(actor, params.deal_id, section_key, text)
    const { passages, ...degraded } = found
    return {
      id,
      section_key,
      created_at: at.toISOString(),
      numbers: numbers.map(presentNumber),
      evidence: passages.map(presentPassage),
      ...degraded,
    }
  }),
]

const presentNumber = ({ said, metric, verdict }: JudgedNumber) => ({
  text: said.text,
  value: said.value,
  metric_key: metric?.metricKey ?? null,
  label: metric?.label ?? null,
  unit: metric?.unit ?? null,
  model_value: metric?.value ?? null,
  verdict,
})
