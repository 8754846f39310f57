import { defaultPageSize, waiting } from '@deal-canvas/contract'
import { readCursor, writeCursor } from '../../http/cursor.ts'
import { handle, type Route } from '../../http/handler.ts'
import { isCalendarDate } from '../committee/index.ts'
import type { Waiting } from './waiting.service.ts'
import type { AfterItem } from './waiting.store.ts'

/** The due date, which has no space, and the key of an item as one text. */
const partsOf = (place: string): { due: string; key: string } => {
  const end = place.indexOf(' ')
  return { due: place.slice(0, Math.max(end, 0)), key: place.slice(end + 1) }
}

/** The database refuses a text with U+0000, which would be a fault of the service. */
const isPlace = (place: string): boolean => {
  const { due, key } = partsOf(place)
  return place.includes(' ') && !key.includes('\0') && (due === '' || isCalendarDate(due))
}

const readPlace = (cursor: string | undefined): AfterItem | undefined => {
  const after = readCursor(cursor, isPlace)
  if (after === undefined) return undefined
  const { due, key } = partsOf(after.id)
  return { due: due === '' ? null : due, since: after.time, key }
}

export const waitingRoutes = ({ waiting: service }: { waiting: Waiting }): Route[] => [
  handle(waiting, async ({ actor, query: { limit = defaultPageSize, cursor } }) => {
    const { items, total, isMoreThanTotal, next } = await service.page(actor, limit, readPlace(cursor))
    return {
      items,
      total,
      is_more_than_total: isMoreThanTotal,
      next_cursor: next === undefined ? null : writeCursor([next.since.toISOString(), `${next.due ?? ''} ${next.key}`]),
      has_more: next !== undefined,
    }
  }),
]
