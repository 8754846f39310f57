import type { FormulaCell } from '../calculate/model.ts'
import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { WantedChange } from './read-changes.ts'
import type { RippleWarning } from './ripple-result.ts'

/** A formula that does not count while its metric is set. */
export const overrideWarning = (
  metricKey: string,
  where: string,
  label = kindOf(metricKey)?.label ?? metricKey,
): RippleWarning => ({
  code: 'overrides_formula',
  severity: 'low',
  message: `${label} is computed (${where}); its formula does not count in this preview.`,
  metricKey,
})

/** What is to be known about the cells that are set: they have formulas, nothing depends on them, they are one period. */
export const causeWarnings = (
  calculator: Calculator,
  changes: readonly WantedChange[],
  { nameOf, metricName }: { nameOf: (id: number) => string; metricName: (metricKey: string) => string },
): RippleWarning[] =>
  changes.flatMap(({ metricKey, cell }): RippleWarning[] => {
    if (cell === undefined) return [overrideWarning(metricKey, 'by the catalogue')]
    const label = metricName(metricKey)
    const where = nameOf(cell.id)
    const warnings: RippleWarning[] = []
    if (calculator.model.nodeAt(cell.id) >= 0) warnings.push(overrideWarning(metricKey, where, label))
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

/** The first of some formulas that a change reaches, by its name. */
const firstReached = (
  { model, coneOf }: Calculator,
  some: readonly FormulaCell[],
  causes: readonly number[],
  nameOf: (id: number) => string,
): string | undefined => {
  if (some.length === 0 || causes.length === 0) return undefined
  const ids = new Set(some.map(({ id }) => id))
  const [first] = coneOf(causes)
    .flatMap((node) => model.formulas[node]?.id ?? [])
    .filter((id) => ids.has(id))
    .map(nameOf)
    .sort()
  return first
}

/** Circular references that a change reaches and that do not come to rest, or of which Excel would warn. */
export const unsettledWarnings = (
  calculator: Calculator,
  causes: readonly number[],
  nameOf: (id: number) => string,
): RippleWarning[] => {
  const { iteration } = calculator.model.workbook
  const unsettled = firstReached(calculator, calculator.unsettled(), causes, nameOf)
  if (unsettled !== undefined)
    return [
      {
        code: 'unsettled',
        severity: 'high',
        message:
          iteration === undefined
            ? `The circular reference at ${unsettled} has no solution and keeps its values; the workbook does not iterate.`
            : `The circular reference at ${unsettled} does not settle.`,
        metricKey: null,
      },
    ]
  const solved = iteration === undefined ? firstReached(calculator, calculator.circular(), causes, nameOf) : undefined
  if (solved === undefined) return []
  return [
    {
      code: 'unsettled',
      severity: 'medium',
      message: `The workbook does not iterate: Excel would warn of the circular reference at ${solved}. It is solved here.`,
      metricKey: null,
    },
  ]
}
