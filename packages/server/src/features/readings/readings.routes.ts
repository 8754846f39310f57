import {
  changeDealReading,
  dealReading,
  forgetReadingTemplate,
  type ReadingTemplate,
  readingTemplates,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import { presentReading, presentResult } from './present-reading.ts'
import type { ReadingTemplates } from './reading-templates.service.ts'
import type { ListedTemplate } from './reading-templates.store.ts'
import type { Readings } from './readings.service.ts'

interface Services {
  readings: Pick<Readings, 'show' | 'try' | 'change'>
  templates: Pick<ReadingTemplates, 'page' | 'forget'>
}

export const readingRoutes = ({ readings, templates }: Services): Route[] => [
  handle(dealReading, async ({ params }) => presentReading(await readings.show(params.deal_id, 'deal'))),

  handlePrepared(
    changeDealReading,
    ({ params, body, ifMatch, signal }) => readings.try(params.deal_id, 'deal', body, ifMatch, signal),
    async ({ actor }, tried) => presentResult(await readings.change(actor, tried)),
  ),

  handle(readingTemplates, async ({ params, query: { limit = 20, cursor } }) => {
    const rows = await templates.page(params.org_id, { after: readCursor(cursor), limit: limit + 1 })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentTemplate,
      keyOf: ({ updatedAt, id }) => [updatedAt, id],
    })
    return { templates: items, ...rest }
  }),
  handle(forgetReadingTemplate, ({ actor, params }) => templates.forget(actor, params.org_id, params.template_id)),
]

const presentTemplate = (template: ListedTemplate): ReadingTemplate => ({
  template_id: template.id,
  metric_keys: template.metricKeys,
  deal_id: template.dealId,
  deal_name: template.dealName,
  updated_by: template.updatedBy,
  updated_by_name: template.updatedByName,
  updated_at: template.updatedAt.toISOString(),
  created_at: template.createdAt.toISOString(),
})
