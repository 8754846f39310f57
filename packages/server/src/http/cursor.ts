import { InvalidInput } from '../invalid-input.ts'
import { readBoundedJson } from '../platform/bounded-json.ts'
import { isId } from '../platform/ids.ts'

/** Where a page ended: the sort key of its last row, opaque to clients. */
export const writeCursor = (key: [sortedBy: string, id: string]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

const wrong = (cursor: string): InvalidInput =>
  new InvalidInput({ at: ['query', 'cursor'], reason: 'The cursor is not one that was given out', input: cursor })

const cursorBounds = { maxBytes: 4_096, maxDepth: 1 }

/** The database has no year 0. */
const instantForm = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Where a page goes on: after the row with this time and id. */
export interface After {
  time: Date
  id: string
}

/** Reads back a cursor of time and id; one that was not given out is a failed validation, never a fault of the database. */
export const readCursor = (cursor: string | undefined, isKey: (id: string) => boolean = isId): After | undefined => {
  if (cursor === undefined) return undefined
  const read = readBoundedJson(Buffer.from(cursor, 'base64url').toString('utf8'), cursorBounds)
  const [time, id]: unknown[] = read.ok && Array.isArray(read.value) ? read.value : []
  if (typeof time !== 'string' || typeof id !== 'string' || !instantForm.test(time) || !isKey(id)) throw wrong(cursor)
  if (Number.isNaN(Date.parse(time))) throw wrong(cursor)
  return { time: new Date(time), id }
}
