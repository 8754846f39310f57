import type { ProbabilisticView, RipplePreview } from '@deal-canvas/contract'

const count = new Intl.NumberFormat('en-US')

const spent = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

/** "16,738 formulas in 11 ms, 10,000 trials in 0.9 s". */
export const previewSummary = (preview: RipplePreview | undefined, view: ProbabilisticView | undefined): string => {
  if (preview === undefined) return ''
  const { formulas_recalculated: formulas, duration_ms: ms } = preview.stats
  const computed = `${count.format(formulas)} ${formulas === 1 ? 'formula' : 'formulas'} in ${spent(ms)}`
  return view === undefined
    ? computed
    : `${computed}, ${count.format(view.samples)} trials in ${spent(view.duration_ms)}`
}
