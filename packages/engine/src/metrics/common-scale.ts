import type { LabeledNumbers } from './labeled-numbers.ts'
import { scaleIn } from './scale.ts'

/** The evidence required for a scale before sheets without one follow it. */
const minScaleVotes = 1

/** Counts, unit prices and rates say nothing about the scale of amounts. */
export const isOfPieces = /share|unit|\bper\b|\/|employee|customer|volume|mw\b/i

/**
 * The scale that the sheets share; a sheet without a stated scale follows two others that agree, or one and a few
 * labels: "Enterprise Value (Millions)".
 */
export const commonScale = (sheets: readonly (readonly LabeledNumbers[])[]): number | undefined => {
  const votes = new Map<number, number>()
  for (const lines of sheets) {
    const inHeadings = new Set(lines.flatMap(({ scale }) => (scale === undefined ? [] : [scale])))
    const inLabels = new Set(
      lines.flatMap(({ label, unit }) => {
        const scale = isOfPieces.test(`${label} ${unit}`) ? undefined : (scaleIn(label) ?? scaleIn(unit))
        return scale === undefined ? [] : [scale]
      }),
    )
    for (const scale of [...inHeadings, ...inLabels]) votes.set(scale, (votes.get(scale) ?? 0) + 1)
  }
  const [first, second] = [...votes].sort(
    ([scale, count], [otherScale, otherCount]) => otherCount - count || scale - otherScale,
  )
  if (first === undefined || first[1] < minScaleVotes) return undefined
  return second === undefined || first[1] >= 4 * second[1] ? first[0] : undefined
}
