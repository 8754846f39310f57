import type { Calculator } from '../compile/calculator.ts'
import type { MetricMatch } from '../metrics/map-metrics.ts'
import { mappedCells } from '../ripple/mapped-cells.ts'
import { costOfRun } from '../simulate/run-cost.ts'
import { whileVarying } from './workbook-function.ts'

export interface InputStrength {
  readonly metricKey: string
  /** The percentage by which the metric moves when the input rises by one percent. */
  readonly elasticity: number
}

const step = 0.01
const maxInputs = 5
/** Budget of formulas computed for all inputs together. */
const maxCost = 4_000_000

/**
 * The inputs that move a computed metric most, each alone by one percent; the strongest first. `look` is called before
 * each.
 */
export const strongestInputs = (
  calculator: Calculator,
  matches: readonly MetricMatch[],
  metricKey: string,
  look: () => void = () => undefined,
): InputStrength[] => {
  const { model } = calculator
  const formulas = new Set(model.formulas.map(({ id }) => id))
  const cells = mappedCells(model, matches)
  const outputs = cells.flatMap((cell) => (cell.metricKey === metricKey ? [cell.id] : []))
  const strengths: InputStrength[] = []
  let cost = 0
  for (const { metricKey: input, id, unit } of cells) {
    if (input === metricKey || formulas.has(id) || unit === 'date') continue
    look()
    cost += costOfRun(calculator, [id], outputs)
    if (cost > maxCost) break
    const elasticity = whileVarying(calculator, matches, { input, metricKey }, ({ start, valueAt }) => {
      const before = valueAt(start)
      const after = valueAt(start * (1 + step))
      if (start === 0 || before === null || before === 0 || after === null) return 0
      return (after - before) / Math.abs(before) / step
    })
    if (elasticity !== undefined && elasticity !== 0) strengths.push({ metricKey: input, elasticity })
  }
  return strengths.sort((a, b) => Math.abs(b.elasticity) - Math.abs(a.elasticity)).slice(0, maxInputs)
}
