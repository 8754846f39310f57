import { isOfPieces } from './common-scale.ts'
import type { LabeledNumbers } from './labeled-numbers.ts'
import { scaleIn } from './scale.ts'

/** This many labels of a sheet determine the scale of its other lines, too. */
const minLabels = 2

/** The scale that the labels of a sheet agree on: "Capex ($000's)", "Debt Issued ($000's)". */
export const scaleOfLabels = (lines: readonly LabeledNumbers[]): number | undefined => {
  const said = new Map<number, number>()
  for (const { label, unit } of lines) {
    const scale = isOfPieces.test(`${label} ${unit}`) ? undefined : (scaleIn(label) ?? scaleIn(unit))
    if (scale !== undefined) said.set(scale, (said.get(scale) ?? 0) + 1)
  }
  const [only] = said
  return said.size === 1 && only !== undefined && only[1] >= minLabels ? only[0] : undefined
}
