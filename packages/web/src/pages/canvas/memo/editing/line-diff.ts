export interface DiffLine {
  readonly text: string
  readonly change: 'same' | 'removed' | 'added'
}

/** The number of equal lines at the start. */
const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let count = 0
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1
  return count
}

/** For each pair of positions, the length of the longest common subsequence of the remaining lines. */
const commonLines = (a: readonly string[], b: readonly string[]): number[][] => {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => table[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return table
}

/**
 * With more changed lines than this on either side, a diff would take too long: all of them are shown as removed and
 * added.
 */
const maxLines = 1_000

/** The line diff from one text to the other. */
export const lineDiff = (before: string, after: string): DiffLine[] => {
  const a = before.split('\n')
  const b = after.split('\n')
  const head = commonStart(a, b)
  const lines: DiffLine[] = a.slice(0, head).map((text) => ({ text, change: 'same' }))
  const [restA, restB] = [a.slice(head), b.slice(head)]
  const table = restA.length > maxLines || restB.length > maxLines ? undefined : commonLines(restA, restB)
  let i = 0
  let j = 0
  while (i < restA.length || j < restB.length) {
    const [left, right] = [restA[i], restB[j]]
    if (table !== undefined && left !== undefined && left === right) {
      lines.push({ text: left, change: 'same' })
      i += 1
      j += 1
    } else if (
      right === undefined ||
      (left !== undefined && (table?.[i + 1]?.[j] ?? 1) >= (table?.[i]?.[j + 1] ?? 0))
    ) {
      lines.push({ text: left ?? '', change: 'removed' })
      i += 1
    } else {
      lines.push({ text: right, change: 'added' })
      j += 1
    }
  }
  return lines
}
