import type { AfterPerson } from '../platform/database/people-order.ts'
import { readCursor, writeCursor } from './cursor.ts'

interface Listed {
  emailVerified: boolean
  joinedAt: Date
  userId: string
}

const unverifiedMark = 'u.'

/** Builds one page of users, verified ones first. The caller fetches one extra row, as for `presentPage`. */
export const presentPeople = <Row extends Listed, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
) => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items: shown.map(present), next_cursor: more ? cursorAfter(last) : null, has_more: more }
}

const cursorAfter = ({ emailVerified, joinedAt, userId }: Listed): string =>
  `${emailVerified ? '' : unverifiedMark}${writeCursor([joinedAt.toISOString(), userId])}`

/** A cursor issued before this sort order existed continues among the verified users. */
export const readPersonCursor = (cursor: string | undefined): AfterPerson | undefined => {
  const verified = cursor?.startsWith(unverifiedMark) !== true
  const after = readCursor(verified ? cursor : cursor?.slice(unverifiedMark.length))
  return after && { verified, ...after }
}
