import type { ProbabilisticView, RipplePreview } from '@deal-canvas/contract'
import { whatIfMessages } from '../../../messages/what-if.ts'

const formatDuration = (ms: number): string =>
  ms < 1000
    ? whatIfMessages.milliseconds({ time: Math.round(ms) })
    : whatIfMessages.seconds({ time: (ms / 1000).toFixed(1) })

/** "16,738 formulas in 11 ms, 10,000 trials in 0.9 s". */
export const previewSummary = (preview: RipplePreview | undefined, view: ProbabilisticView | undefined): string => {
  if (preview === undefined) return ''
  const { formulas_recalculated: formulas, duration_ms: ms } = preview.stats
  const recalculated = { formulas, time: formatDuration(ms) }
  return view === undefined
    ? whatIfMessages.recalculated(recalculated)
    : whatIfMessages.recalculatedAndSimulated({
        ...recalculated,
        trials: view.samples,
        simulationTime: formatDuration(view.duration_ms),
      })
}
