import { writeCursor } from './cursor.ts'

interface Page<Row, Item> {
  limit: number
  present(row: Row): Item
  /** The sort key of the list: time, then id. */
  keyOf(row: Row): [Date, string]
}

/** Builds one page of a list. The caller fetches one extra row, which shows whether there is another page. */
export const presentPage = <Row, Item>(rows: readonly Row[], { limit, present, keyOf }: Page<Row, Item>) => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  const cursorAfter = (row: Row): string => {
    const [time, id] = keyOf(row)
    return writeCursor([time.toISOString(), id])
  }
  return { items: shown.map(present), next_cursor: more ? cursorAfter(last) : null, has_more: more }
}
