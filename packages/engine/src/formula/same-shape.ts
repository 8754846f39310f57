import type { Bound, Expression } from './expression.ts'

const sameSide = (
  [first, last]: readonly [Bound | undefined, Bound | undefined],
  [otherFirst, otherLast]: readonly [Bound | undefined, Bound | undefined],
): boolean => {
  if (first === undefined || last === undefined || otherFirst === undefined || otherLast === undefined)
    return first === otherFirst && last === otherLast
  const isEven = first.fixed === last.fixed && otherFirst.fixed === otherLast.fixed
  // `A$1:A5` grows with its place: only a range that grows in the same way stays as large.
  const growsAlike = first.fixed === otherFirst.fixed && last.fixed === otherLast.fixed
  return (isEven || growsAlike) && last.at - first.at === otherLast.at - otherFirst.at
}

/** Whether two references have as many rows and columns as one another wherever the formula stands; false: not certain. */
export const sameShape = (one: Expression | undefined, other: Expression | undefined): boolean => {
  if (one?.kind === 'range' && other?.kind === 'range')
    return (
      sameSide([one.top, one.bottom], [other.top, other.bottom]) &&
      sameSide([one.left, one.right], [other.left, other.right])
    )
  if (one?.kind !== 'table' || other?.kind !== 'table') return false
  const isOneColumn = one.columns.length === 1 && other.columns.length === 1
  return one.table === other.table && isOneColumn && one.sections.join() === other.sections.join()
}
