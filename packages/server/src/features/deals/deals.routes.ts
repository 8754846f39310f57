import {
  createDeal,
  dealCounts,
  deals,
  defaultOrder,
  maxDealIdLength,
  removeDeal,
  renameDeal,
  showDeal,
} from '@deal-canvas/contract'
import { handle, type Route } from '../../http/handler.ts'
import { readSortCursor, type SortValue, writeSortCursor } from './deal-sorts.ts'
import type { Deals } from './deals.service.ts'
import type { ListedFields } from './deals-page.ts'
import { presentCounts, presentDeal, presentLine } from './present-deal.ts'

export const dealRoutes = ({ records }: { records: Deals }): Route[] => [
  handle(deals, async ({ actor, query }) => {
    const { limit = 20, cursor, q, status, archived = false, stage, type, city, lead, decision } = query
    const sort = query.sort ?? 'activity'
    const sorting = { sort, order: query.order ?? defaultOrder[sort] }
    const filters = { q, status, archived, stage, type, city, lead, decision }
    const days = { icFrom: query.ic_from, icTo: query.ic_to }
    const after = readSortCursor(cursor, sorting, isDealId)
    const rows = await records.page(actor.userId, { ...filters, ...days, ...sorting, after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    const next = last && { value: cursorValue(last.summary.sortKey), id: last.deal.id }
    return {
      deals: shown.map(presentLine),
      next_cursor: next === undefined ? null : writeSortCursor(sorting, next),
      has_more: next !== undefined,
    }
  }),
  handle(dealCounts, ({ actor }) => records.counts(actor.userId).then(presentCounts)),
  handle(createDeal, ({ actor, body }) =>
    records.create(actor, { name: body.name, orgId: body.org_id }).then(presentDeal),
  ),
  handle(showDeal, ({ actor, params }) => records.show(actor, params.deal_id).then(presentDeal)),
  handle(renameDeal, ({ actor, params, body }) => records.change(actor, params.deal_id, body).then(presentDeal)),
  handle(removeDeal, ({ actor, params, query }) =>
    records.remove(actor, params.deal_id, { forGood: query.purge === true }),
  ),
]

const cursorValue = (key: ListedFields['sortKey']): SortValue => (key instanceof Date ? key.toISOString() : key)

/** A deal id can be any text, except text that the database cannot store: no such id was ever issued. */
const isDealId = (id: string): boolean => id.length <= 2 * maxDealIdLength && !/[\0\p{Surrogate}]/u.test(id)
