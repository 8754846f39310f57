import type { Metric, RipplePreview } from '@deal-canvas/contract'

export type Impact = RipplePreview['impacts'][number]
type Tone = 'better' | 'worse' | 'plain'

/** The relative size of a change. A change from zero is larger than any relative change. */
const sizeOf = ({ delta, delta_pct: share }: Impact): number =>
  share !== null ? Math.abs(share) : delta === 0 ? 0 : Number.POSITIVE_INFINITY

/** The returns that a committee asks for first, in this order; other metrics follow. */
const keyReturns = [
  'levered_irr',
  'net_irr',
  'gross_irr',
  'irr',
  'moic',
  'equity_multiple',
  'tvpi',
  'npv',
  'cash_on_cash',
  'yield_on_cost',
  'dscr',
]

/** The rank of a key return, from 0; undefined for other metrics. */
export const returnRankOf = (key: string): number | undefined => {
  const rank = keyReturns.findIndex((name) => `_${key}_`.includes(`_${name}_`))
  return rank === -1 ? undefined : rank
}

const returnRank = ({ metric_key: key }: Impact): number => returnRankOf(key) ?? keyReturns.length

/** Key returns first, then by size of the effect; ties are sorted by name, so that the order is deterministic. */
export const byEffect = (impacts: readonly Impact[]): Impact[] =>
  impacts.toSorted(
    (a, b) =>
      returnRank(a) - returnRank(b) ||
      // Infinity minus Infinity is NaN.
      (sizeOf(a) === sizeOf(b) ? 0 : sizeOf(b) - sizeOf(a)) ||
      a.label.localeCompare(b.label, 'en'),
  )

/** While a value is being dragged, rows keep their position; new ones are added at the end. */
export const inPlace = (impacts: readonly Impact[], places: readonly string[]): Impact[] => {
  const place = new Map(places.map((key, n) => [key, n]))
  const last = places.length
  return byEffect(impacts).sort((a, b) => (place.get(a.metric_key) ?? last) - (place.get(b.metric_key) ?? last))
}

/** Whether a change is an improvement, according to the metric catalog. */
export const toneOf = (delta: number | null, better: Metric['better'] | undefined): Tone => {
  if (delta === null || delta === 0 || better === undefined || better === null) return 'plain'
  return delta > 0 === (better === 'higher') ? 'better' : 'worse'
}

export interface EffectBar {
  /** In percent of the bar's cell. */
  readonly left: number
  readonly width: number
}

/** Bars grow from the right if all fall, from the left if all rise, and from a zero in the middle if signs differ. */
export const effectBars = (impacts: readonly Impact[]): EffectBar[] => {
  const shares = impacts.map(({ delta, delta_pct: share }) => share ?? Math.sign(delta ?? 0) * 100)
  const rises = shares.some((share) => share > 0)
  const falls = shares.some((share) => share < 0)
  // A tiny base can cause a change of thousands of percent, which must not shrink all other bars to nothing.
  const most = Math.min(100, Math.max(...shares.map(Math.abs), Number.MIN_VALUE))
  const room = rises && falls ? 50 : 100
  return shares.map((share) => {
    const width = Math.min(1, Math.abs(share) / most) * room
    if (rises && falls) return { left: share < 0 ? 50 - width : 50, width }
    return { left: rises ? 0 : 100 - width, width }
  })
}

/** The metric that most of the affected sections cite: the one that matters most to readers of the memo. */
export const headlineOf = (impacts: readonly Impact[], sections: RipplePreview['sections']): Impact | undefined => {
  const cited = ({ metric_key: key }: Impact) => sections.filter(({ metric_keys: keys }) => keys.includes(key)).length
  return impacts.toSorted((a, b) => cited(b) - cited(a))[0]
}
