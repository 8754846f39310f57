import type { Slip } from './finding.ts'

/** Ties of the statements: a check of the model that fails in the same columns fails because of them. */
const ties = new Set(['balance_sheet_unbalanced', 'cash_tie_out', 'sources_ne_uses'])

/** Whether two findings stand in the same columns of one sheet. */
const shareColumns = (left: Slip, right: Slip): boolean =>
  left.areas.some((a) => right.areas.some((b) => a.sheet === b.sheet && a.left <= b.right && b.left <= a.right))

/** Leaves out what only repeats another finding: one cause, one finding. */
export const oneForEachCause = (slips: readonly Slip[]): Slip[] => {
  const told = slips.filter(({ check }) => ties.has(check))
  return slips.filter((slip) => slip.check !== 'failed_model_check' || !told.some((tie) => shareColumns(tie, slip)))
}
