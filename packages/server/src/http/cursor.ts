import { InvalidInput } from '../invalid-input.ts'
import { requestMessages } from '../messages/requests.ts'
import { readBoundedJson } from '../platform/bounded-json.ts'
import { isId } from '../platform/ids.ts'

/** Marks the end of a page by the sort key of its last row; opaque to clients. */
export const writeCursor = (key: [sortedBy: string, id: string]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

const wrong = (cursor: string): InvalidInput =>
  new InvalidInput({ at: ['query', 'cursor'], reason: requestMessages.cursorInvalid(), input: cursor })

const cursorBounds = { maxBytes: 4_096, maxDepth: 1 }

/** PostgreSQL has no year 0. */
const instantForm = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Where the next page starts: after the row with this time and id. */
export interface After {
  time: Date
  id: string
}

const positionForm = /^\d{1,9}$/

/** Parses a cursor of a position and the id of what it is in. */
export const readPositionCursor = (cursor: string | undefined): { position: number; id: string } | undefined => {
  if (cursor === undefined) return undefined
  const read = readBoundedJson(Buffer.from(cursor, 'base64url').toString('utf8'), cursorBounds)
  const [position, id]: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  if (typeof position !== 'string' || typeof id !== 'string' || !positionForm.test(position) || !isId(id))
    throw wrong(cursor)
  return { position: Number(position), id }
}

/**
 * Parses a cursor of time and id. A cursor that the service did not issue fails validation instead of causing a
 * database error.
 */
export const readCursor = (cursor: string | undefined, isKey: (id: string) => boolean = isId): After | undefined => {
  if (cursor === undefined) return undefined
  const read = readBoundedJson(Buffer.from(cursor, 'base64url').toString('utf8'), cursorBounds)
  const [time, id]: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  if (typeof time !== 'string' || typeof id !== 'string' || !instantForm.test(time) || !isKey(id)) throw wrong(cursor)
  if (Number.isNaN(Date.parse(time))) throw wrong(cursor)
  return { time: new Date(time), id }
}
