import type { Bound, Expression } from './expression.ts'

const sameSide = (
  [first, last]: readonly [Bound | undefined, Bound | undefined],
  [otherFirst, otherLast]: readonly [Bound | undefined, Bound | undefined],
): boolean => {
  if (first === undefined || last === undefined || otherFirst === undefined || otherLast === undefined)
    return first === otherFirst && last === otherLast
  const isEven = first.fixed === last.fixed && otherFirst.fixed === otherLast.fixed
  // The size of `A$1:A5` depends on its position: only a range that grows in the same way keeps the same size.
  const growsAlike = first.fixed === otherFirst.fixed && last.fixed === otherLast.fixed
  return (isEven || growsAlike) && last.at - first.at === otherLast.at - otherFirst.at
}

/** Whether two references have the same size wherever the formula is; false if uncertain. */
export const sameShape = (a: Expression | undefined, b: Expression | undefined): boolean => {
  if (a?.kind === 'range' && b?.kind === 'range')
    return sameSide([a.top, a.bottom], [b.top, b.bottom]) && sameSide([a.left, a.right], [b.left, b.right])
  if (a?.kind !== 'table' || b?.kind !== 'table') return false
  const isOneColumn = a.columns.length === 1 && b.columns.length === 1
  return a.table === b.table && isOneColumn && a.sections.join() === b.sections.join()
}
