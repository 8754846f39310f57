import type { Calculator } from '../compile/calculator.ts'
import { formulaChecks, valueChecks } from './checks.ts'
import type { LocatedFinding, MappedMetric } from './finding.ts'
import { createInspection } from './inspection.ts'
import { judge, locate } from './judge.ts'
import { createLayout } from './layout.ts'

/** How far a model can be relied on, and why. */
export interface Judgement {
  /** From 0 to 100. */
  readonly score: number
  readonly findings: () => readonly LocatedFinding[]
}

/**
 * Makes the function that tells the score of a model as it is now. What only its formulas decide is found out once: a
 * what-if asks for the score again with a few other numbers, and all of it took longer than the what-if itself.
 * The metrics may have other values at each call, but stand where they stood.
 */
export const createScores = (calculator: Calculator): ((metrics: readonly MappedMetric[]) => Judgement) => {
  const found = (metrics: readonly MappedMetric[]) => {
    const layout = createLayout(calculator, metrics)
    return { layout, results: Object.values(formulaChecks).map((run) => run(layout)) }
  }
  // With OFFSET and the like, what depends on what changes with the numbers.
  const isLasting = !calculator.model.formulas.some(({ dynamic }) => dynamic)
  let lasting: ReturnType<typeof found> | undefined

  return (metrics) => {
    const standing = lasting ?? found(metrics)
    if (isLasting) lasting = standing
    const inspection = createInspection(calculator, metrics, standing.layout)
    const { score, slips } = judge(inspection, metrics, [
      ...standing.results,
      ...Object.values(valueChecks).map((run) => run(inspection)),
    ])
    return { score, findings: () => slips.map((slip) => locate(inspection, slip)) }
  }
}
