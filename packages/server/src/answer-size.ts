/** What people wrote, in one answer. Longer lists end a page early; one record alone is answered whole. */
export const maxAnswerBytes = 512 * 1024

/** As many of the first rows as one answer has room for, and at least one: otherwise no page would ever come to it. */
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
