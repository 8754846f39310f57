/** A row or column with something in it. */
export interface Line {
  /** Its number on the sheet. */
  at: number
  /** What it is about; '' if it has no label. */
  label: string
}

export interface AlignedLines {
  /** The line of the earlier sheet that became this one of the later sheet, and the other way round. */
  later: ReadonlyMap<number, number>
  removed: Line[]
  added: Line[]
}

/**
 * Finds the rows (or columns) of one sheet in another: labels that both have once are fixed points, in the longest
 * order that both share; lines between two fixed points are paired from both ends while their labels agree.
 */
export const alignLines = (before: readonly Line[], after: readonly Line[]): AlignedLines => {
  const later = new Map<number, number>()
  const removed: Line[] = []
  const added: Line[] = []
  const pairGap = (a: readonly Line[], b: readonly Line[], from: [number, number], to?: [number, number]): void => {
    if (a.length === b.length && a.every(({ at }, n) => at - from[0] === (b[n]?.at ?? 0) - from[1])) {
      // Nothing was added or removed here: a line with another label was renamed.
      for (const [n, { at }] of a.entries()) later.set(at, b[n]?.at ?? 0)
      return
    }
    let start = 0
    const fits = (x: Line | undefined, y: Line | undefined, [atX, atY]: [number, number]): boolean =>
      x !== undefined && y !== undefined && x.label === y.label && x.at - atX === y.at - atY
    while (fits(a[start], b[start], from)) start++
    let end = 0
    const free = Math.min(a.length, b.length) - start
    while (to !== undefined && end < free && fits(a.at(-1 - end), b.at(-1 - end), to)) end++
    for (let n = 0; n < start; n++) later.set(a[n]?.at ?? 0, b[n]?.at ?? 0)
    for (let n = 1; n <= end; n++) later.set(a.at(-n)?.at ?? 0, b.at(-n)?.at ?? 0)
    removed.push(...a.slice(start, a.length - end))
    added.push(...b.slice(start, b.length - end))
  }
  let [a, b] = [0, 0]
  let from: [number, number] = [0, 0]
  for (const [inBefore, inAfter] of fixedPoints(before, after)) {
    const to: [number, number] = [before[inBefore]?.at ?? 0, after[inAfter]?.at ?? 0]
    pairGap(before.slice(a, inBefore), after.slice(b, inAfter), from, to)
    later.set(...to)
    ;[a, b, from] = [inBefore + 1, inAfter + 1, to]
  }
  pairGap(before.slice(a), after.slice(b), from)
  return { later, removed, added }
}

/** Labels that occur once, by their place. */
const uniqueLabels = (lines: readonly Line[]): Map<string, number> => {
  const places = new Map<string, number>()
  const repeated = new Set<string>([''])
  for (const [n, { label }] of lines.entries()) {
    if (places.has(label)) repeated.add(label)
    places.set(label, n)
  }
  for (const label of repeated) places.delete(label)
  return places
}

/** Pairs of places with the same label, ascending in both: the longest increasing subsequence. */
const fixedPoints = (before: readonly Line[], after: readonly Line[]): [number, number][] => {
  const inAfter = uniqueLabels(after)
  const pairs = [...uniqueLabels(before)].flatMap(([label, n]): [number, number][] => {
    const m = inAfter.get(label)
    return m === undefined ? [] : [[n, m]]
  })
  pairs.sort(([a], [b]) => a - b)
  /** The last pair of the best run of each length, and the pair before each pair in its run. */
  const tails: number[] = []
  const previous: number[] = []
  for (const [n, [, place]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1
      else high = middle
    }
    previous[n] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = n
  }
  const run: [number, number][] = []
  for (let n = tails.at(-1) ?? -1; n >= 0; n = previous[n] ?? -1) {
    const pair = pairs[n]
    if (pair !== undefined) run.push(pair)
  }
  return run.reverse()
}
