import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { WantedChange } from './read-changes.ts'
import type { RippleWarning } from './ripple-result.ts'

/** A formula that does not count while its metric is set. */
export const overrideWarning = (metricKey: string, where: string): RippleWarning => ({
  code: 'overrides_formula',
  severity: 'low',
  message: `${kindOf(metricKey)?.label ?? metricKey} is computed (${where}); its formula does not count in this preview.`,
  metricKey,
})

/** What is to be known about the cells that are set: they have formulas, nothing depends on them, they are one period. */
export const causeWarnings = (
  calculator: Calculator,
  changes: readonly WantedChange[],
  nameOf: (id: number) => string,
): RippleWarning[] =>
  changes.flatMap(({ metricKey, cell }): RippleWarning[] => {
    if (cell === undefined) return [overrideWarning(metricKey, 'by the catalogue')]
    const label = kindOf(metricKey)?.label ?? metricKey
    const where = nameOf(cell.id)
    const warnings: RippleWarning[] = []
    if (calculator.model.nodeAt(cell.id) >= 0) warnings.push(overrideWarning(metricKey, where))
    if (cell.period !== null)
      warnings.push({
        code: 'one_period',
        severity: 'low',
        message: `${label} is set for ${cell.period} alone (${where}).`,
        metricKey,
      })
    if (calculator.coneOf([cell.id]).length === 0)
      warnings.push({
        code: 'nothing_depends',
        severity: 'medium',
        message: `No formula depends on ${label} (${where}).`,
        metricKey,
      })
    return warnings
  })

/** Circular references that a change reaches and that do not come to rest. */
export const unsettledWarnings = (
  calculator: Calculator,
  causes: readonly number[],
  nameOf: (id: number) => string,
): RippleWarning[] => {
  const unsettled = new Set(calculator.unsettled().map(({ id }) => id))
  if (unsettled.size === 0 || causes.length === 0) return []
  const { formulas, workbook } = calculator.model
  const reached = calculator.coneOf(causes).flatMap((node) => formulas[node]?.id ?? [])
  const [first] = reached
    .filter((id) => unsettled.has(id))
    .map(nameOf)
    .sort()
  if (first === undefined) return []
  return [
    {
      code: 'unsettled',
      severity: 'high',
      message:
        workbook.iteration === undefined
          ? `The circular reference at ${first} has no solution, and the workbook does not iterate.`
          : `The circular reference at ${first} does not settle.`,
      metricKey: null,
    },
  ]
}
