import {
  changeDealReading,
  dealReading,
  forgetReadingTemplate,
  previewReadAgain,
  type ReadingTemplate,
  readAgain,
  readingTemplates,
} from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, handlePrepared, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import { presentReading, presentReread, presentResult } from './present-reading.ts'
import type { Rereading } from './read-again.service.ts'
import type { ReadingTemplates } from './reading-templates.service.ts'
import type { ListedTemplate } from './reading-templates.store.ts'
import type { Readings } from './readings.service.ts'

interface Services {
  readings: Pick<Readings, 'show' | 'try' | 'change'>
  rereading: Pick<Rereading, 'preview' | 'try' | 'use'>
  templates: Pick<ReadingTemplates, 'page' | 'forget'>
}

export const readingRoutes = ({ readings, rereading, templates }: Services): Route[] => [
  handle(dealReading, async ({ params }) => presentReading(await readings.show(params.deal_id, 'deal'))),

  handlePrepared(
    changeDealReading,
    ({ params, body, ifMatch, signal }) => readings.try(params.deal_id, 'deal', body, ifMatch, signal),
    async ({ actor }, tried) => presentResult(await readings.change(actor, tried)),
  ),

  handle(previewReadAgain, async ({ params, signal }) =>
    presentReread(await rereading.preview(params.deal_id, signal)),
  ),

  handlePrepared(
    readAgain,
    ({ params, ifMatch, signal }) => rereading.try(params.deal_id, ifMatch, signal),
    async ({ actor, params, ifMatch }, again) => {
      const { differences, redrafted, stale } = await rereading.use(actor, params.deal_id, again, ifMatch)
      return presentResult({ shown: await readings.show(params.deal_id, 'deal'), differences, redrafted, stale })
    },
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
