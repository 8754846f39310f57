import { createDeal, deals, maxDealIdLength, removeDeal, renameDeal, showDeal } from '@deal-canvas/contract'
import { readCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { presentPage } from '../../http/page.ts'
import type { Deals } from './deals.service.ts'
import { presentDeal, presentLine } from './present-deal.ts'

export const dealRoutes = ({ records }: { records: Deals }): Route[] => [
  handle(deals, async ({ actor, query: { limit = 20, cursor, q, status, archived = false } }) => {
    const after = readCursor(cursor, isDealId)
    const rows = await records.page(actor.userId, { q, status, archived, after, limit })
    const { items, ...rest } = presentPage(rows, {
      limit,
      present: presentLine,
      keyOf: ({ deal }) => [deal.lastActivityAt ?? deal.createdAt, deal.id],
    })
    return { deals: items, ...rest }
  }),
  handle(createDeal, ({ actor, body }) =>
    records.create(actor, { name: body.name, orgId: body.org_id }).then(presentDeal),
  ),
  handle(showDeal, ({ actor, params }) => records.show(actor, params.deal_id).then(presentDeal)),
  handle(renameDeal, ({ actor, params, body }) => records.change(actor, params.deal_id, body).then(presentDeal)),
  handle(removeDeal, ({ actor, params, query }) =>
    records.remove(actor, params.deal_id, { forGood: query.purge === true }),
  ),
]

/** A deal id can be any text, except text that the database cannot store: no such id was ever issued. */
const isDealId = (id: string): boolean => id.length <= 2 * maxDealIdLength && !/[\0\p{Surrogate}]/u.test(id)
