import type { Calculator } from '../compile/calculator.ts'
import { formulaChecks, valueChecks } from './checks.ts'
import type { LocatedFinding, MappedMetric } from './finding.ts'
import { createInspection } from './inspection.ts'
import { judge, locate } from './judge.ts'
import { createLayout } from './layout.ts'

/** The reliability of a model, and the reasons. */
export interface Judgement {
  /** From 0 to 100. */
  readonly score: number
  readonly findings: () => readonly LocatedFinding[]
}

/**
 * Creates a function that returns the current score of a model. What depends only on its formulas is computed once: a
 * what-if requests the score again with a few other numbers, and a full assessment took longer than the what-if itself.
 * The metrics can have other values at each call, but must be in the same cells.
 */
export const createScores = (calculator: Calculator): ((metrics: readonly MappedMetric[]) => Judgement) => {
  const found = (metrics: readonly MappedMetric[]) => {
    const layout = createLayout(calculator, metrics)
    return { layout, results: Object.values(formulaChecks).map((run) => run(layout)) }
  }
  // With dynamic references such as OFFSET, dependencies change with the numbers.
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
