/** How wide the content of a column is: on one line, and its longest word. */
export interface ColumnNeed {
  whole: number
  word: number
}

export interface ColumnGroup {
  /** The columns of the table; the first one is repeated in every group. */
  columns: number[]
  widths: number[]
  /** The size of the text. */
  scale: number
}

const smallest = 0.76

/** Where the room that is left over goes: to the labels of numbers, to longer texts, or to all columns alike. */
export type Spread = 'labels' | 'content' | 'even'

/** Longer words are broken. */
const maxWordShare = 0.42

/** Gives each column its width; a table that is too wide is set smaller, then split into groups of columns. */
export const arrangeColumns = (
  needs: readonly ColumnNeed[],
  width: number,
  gap: number,
  spread: Spread = 'labels',
): ColumnGroup[] => {
  const least =
    (scale: number) =>
    (n: number): number =>
      Math.min(needs[n]?.word ?? 0, width * maxWordShare) * scale + gap
  const all = needs.map((_, n) => n)
  for (const scale of [1, 0.92, 0.84, smallest]) {
    if (sum(all.map(least(scale))) <= width) return [groupOf(needs, all, width, gap, scale, least(scale), spread)]
  }
  const groups: number[][] = []
  let group = [0]
  let used = least(smallest)(0)
  for (const n of all.slice(1)) {
    const next = least(smallest)(n)
    if (group.length > 1 && used + next > width) {
      groups.push(group)
      group = [0]
      used = least(smallest)(0)
    }
    group.push(n)
    used += next
  }
  groups.push(group)
  return groups.map((columns) => groupOf(needs, columns, width, gap, smallest, least(smallest), spread))
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const groupOf = (
  needs: readonly ColumnNeed[],
  columns: number[],
  width: number,
  gap: number,
  scale: number,
  least: (n: number) => number,
  spread: Spread,
): ColumnGroup => {
  const low = columns.map(least)
  const high = columns.map((n, at) => Math.max(low[at] ?? 0, (needs[n]?.whole ?? 0) * scale + gap))
  const free = width - sum(low)
  const wanted = sum(high) - sum(low)
  if (wanted > free) {
    const share = wanted === 0 ? 0 : Math.max(0, free) / wanted
    return { columns, scale, widths: low.map((value, at) => value + ((high[at] ?? value) - value) * share) }
  }
  const extra = width - sum(high)
  if (spread === 'content') {
    const total = sum(high)
    return { columns, scale, widths: high.map((value) => value + (extra * value) / total) }
  }
  const toFirst = spread === 'labels' ? Math.min(extra, width * 0.22) : 0
  const each = (extra - toFirst) / columns.length
  return { columns, scale, widths: high.map((value, at) => value + each + (at === 0 ? toFirst : 0)) }
}
