/**
 * Maximum size of user-written text in one answer. Longer lists end a page early; a single record is returned in full.
 */
export const maxAnswerBytes = 512 * 1024

/** The first rows that fit into one answer, and at least one: otherwise a large row would block all later pages. */
export const fitting = <Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
  maxBytes: number = maxAnswerBytes,
): Row[] => {
  let bytes = 0
  const tooMany = rows.findIndex((row, place) => {
    bytes += bytesOf(row)
    return place > 0 && bytes > maxBytes
  })
  return tooMany === -1 ? [...rows] : rows.slice(0, tooMany)
}
