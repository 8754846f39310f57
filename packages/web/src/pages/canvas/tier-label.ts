import type { DealModel, DealTier } from '@deal-canvas/contract'
import { canvasMessages } from '../../messages/canvas.ts'

type Frozen = Pick<DealModel, 'frozen'> | undefined

const frozenCount = (model: Frozen): number => model?.frozen?.metrics.length ?? 0

/** The tier of a deal as a short label and as a sentence. */
export const tierLabel = (tier: DealTier, model: Frozen): readonly [label: string, description: string] => {
  const count = frozenCount(model)
  if (tier === 'legacy') return [canvasMessages.byHand(), canvasMessages.byHandDescription()]
  if (tier === 'full')
    return [
      canvasMessages.fullModel(),
      count === 0 ? canvasMessages.fullModelDescription() : canvasMessages.fullModelFrozen({ count }),
    ]
  if (model === undefined) return [canvasMessages.notRecalculated(), canvasMessages.notRecalculatedDescription()]
  return count === 0
    ? [canvasMessages.valuesOnly(), canvasMessages.valuesOnlyDescription()]
    : [canvasMessages.notRecalculated(), canvasMessages.notRecalculatedFrozen({ count })]
}
