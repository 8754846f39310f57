import {
  createDealRequest,
  type DealRequest,
  dealRequests,
  defaultPageSize,
  editDealRequest,
  myRequests,
} from '@deal-canvas/contract'
import { writeCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { readRequestCursor } from './request-cursor.ts'
import type { RequestPage, Requests } from './requests.service.ts'
import type { RequestRow } from './requests.store.ts'

export const requestRoutes = (requests: Requests): Route[] => [
  handle(dealRequests, async ({ actor, params, query }) => {
    const { status, assignee, source_kind: sourceKind, source_id: sourceId, limit = defaultPageSize, cursor } = query
    const found = await requests.list(params.deal_id, {
      status,
      assigneeId: assignee === undefined ? undefined : actor.userId,
      sourceKind,
      sourceId,
      after: readRequestCursor(cursor),
      limit,
    })
    return { requests: found.rows.map(presentRequest), ...pageEnd(found) }
  }),
  handle(createDealRequest, async ({ actor, params, body }) => {
    const { title, note = null, source = null, assignee_id: assigneeId = null, due_date: dueDate = null } = body
    return presentRequest(await requests.create(actor, params.deal_id, { title, note, source, assigneeId, dueDate }))
  }),
  handle(editDealRequest, async ({ actor, params: { deal_id, request_id }, body, ifMatch }) => {
    const { title, note, assignee_id: assigneeId, due_date: dueDate, status } = body
    const edit = { title, note, assigneeId, dueDate, status }
    return presentRequest(await requests.edit(actor, deal_id, request_id, edit, ifMatch))
  }),
  handle(myRequests, async ({ actor, query: { status, limit = defaultPageSize, cursor } }) => {
    const found = await requests.mine(actor, { status, after: readRequestCursor(cursor), limit })
    return {
      requests: found.rows.map((row) => ({ ...presentRequest(row), deal_name: row.dealName })),
      ...pageEnd(found),
    }
  }),
]

const pageEnd = ({ next }: Pick<RequestPage, 'next'>) => ({
  next_cursor: next === undefined ? null : writeCursor([next.orderKey, next.id]),
  has_more: next !== undefined,
})

const presentRequest = (row: RequestRow): DealRequest => ({
  id: row.id,
  deal_id: row.dealId,
  title: row.title,
  note: row.note,
  source: row.sourceKind === null || row.sourceId === null ? null : { kind: row.sourceKind, id: row.sourceId },
  source_gone: row.sourceGone,
  assignee:
    row.assigneeId === null
      ? null
      : {
          user_id: row.assigneeId,
          display_name: row.assigneeName ?? '',
          email_verified: row.assigneeVerified,
          on_deal: row.onDeal,
        },
  due_date: row.dueDate,
  status: row.status,
  created_by: { user_id: row.createdBy, display_name: row.authorName, email_verified: row.authorVerified },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  closed_at: row.closedAt?.toISOString() ?? null,
  version: row.version,
})
