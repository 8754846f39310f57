import type { DealModel, DealTier } from '@deal-canvas/contract'

type Frozen = Pick<DealModel, 'frozen'> | undefined

const frozenCount = (model: Frozen): number => model?.frozen?.metrics.length ?? 0

/** What the numbers of a deal rest on, in two or three words and in a sentence. */
export const tierLabel = (tier: DealTier, model: Frozen): readonly [label: string, description: string] => {
  const count = frozenCount(model)
  const metrics = `${count} ${count === 1 ? 'metric depends' : 'metrics depend'}`
  if (tier === 'legacy') return ['By hand', 'The numbers are entered by hand']
  if (tier === 'full')
    return count === 0
      ? ['Full model', 'The workbook is recalculated here']
      : ['Full model', `The workbook is recalculated here; ${metrics} on frozen cells, listed on the Quality page`]
  if (model === undefined) return ['Not recalculated', 'No number is recalculated by the workbook']
  return count === 0
    ? ['Values only', 'None of the metrics read so far is computed by a formula of the workbook']
    : ['Not recalculated', `${metrics} on formulas that cannot be recalculated, listed on the Quality page`]
}
