/** A section with its place; sections are ordered by it. */
export interface Placed {
  sectionKey: string
  position: number
}

/**
 * Gives sections in their new order strictly increasing positions, and answers those that changed. It uses the
 * positions that the sections had, so that a section that stays between the same others mostly keeps its own.
 */
export const positionsFor = (order: readonly Placed[]): Placed[] => {
  const free = order.map(({ position }) => position).sort((a, b) => a - b)
  let last = -1
  return order.flatMap(({ sectionKey, position: before }, place) => {
    const position = Math.max(free[place] ?? 0, last + 1)
    last = position
    return position === before ? [] : [{ sectionKey, position }]
  })
}

export interface Insertion {
  position: number
  /** The section that it follows; null: it is the first; undefined: it is the last. */
  after: string | null | undefined
  /** Sections that make room. */
  moved: Placed[]
}

/**
 * Puts a section behind the given number of others, which are in memo order, at the wanted position or the next one
 * that is behind them.
 */
export const insertAt = (others: readonly Placed[], index: number, wanted = 0): Insertion => {
  const before = others[index - 1]
  const behind = others.slice(index)
  const position = Math.max(wanted, (before?.position ?? -1) + 1)
  let last = position
  const moved: Placed[] = []
  for (const other of behind) {
    if (other.position > last) break
    last += 1
    moved.push({ sectionKey: other.sectionKey, position: last })
  }
  return { position, after: behind.length === 0 ? undefined : (before?.sectionKey ?? null), moved }
}
