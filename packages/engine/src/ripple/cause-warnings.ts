import type { FormulaCell } from '../calculate/model.ts'
import type { Calculator } from '../compile/calculator.ts'
import { warningMessages as messages } from '../messages/warnings.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { WantedChange } from './read-changes.ts'
import type { RippleWarning } from './ripple-result.ts'

const overrides = (metricKey: string, message: string): RippleWarning => ({
  code: 'overrides_formula',
  severity: 'low',
  message,
  metricKey,
})

/** A derived value that does not count while its metric is set. */
export const overridesDerived = (metricKey: string): RippleWarning =>
  overrides(metricKey, messages.overridesDerived({ name: kindOf(metricKey)?.label ?? metricKey }))

/**
 * Warnings about the cells that are set: they have formulas, nothing depends on them, they are one period of several.
 */
export const causeWarnings = (
  calculator: Calculator,
  changes: readonly WantedChange[],
  { nameOf, metricName }: { nameOf: (id: number) => string; metricName: (metricKey: string) => string },
): RippleWarning[] =>
  changes.flatMap(({ metricKey, cell }): RippleWarning[] => {
    if (cell === undefined) return [overridesDerived(metricKey)]
    const values = { name: metricName(metricKey), cell: nameOf(cell.id) }
    const warnings: RippleWarning[] = []
    if (calculator.model.nodeAt(cell.id) >= 0) warnings.push(overrides(metricKey, messages.overridesFormula(values)))
    if (cell.period !== null)
      warnings.push({
        code: 'one_period',
        severity: 'low',
        message: messages.onePeriod({ ...values, period: cell.period }),
        metricKey,
      })
    if (calculator.coneOf([cell.id]).length === 0)
      warnings.push({
        code: 'nothing_depends',
        severity: 'medium',
        message: messages.nothingDepends(values),
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

/** Circular references that a change reaches and that do not converge, or that Excel would warn about. */
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
            ? messages.unsettledNotIterated({ cell: unsettled })
            : messages.unsettled({ cell: unsettled }),
        metricKey: null,
      },
    ]
  const solved = iteration === undefined ? firstReached(calculator, calculator.circular(), causes, nameOf) : undefined
  if (solved === undefined) return []
  return [
    {
      code: 'unsettled',
      severity: 'medium',
      message: messages.solvedNotIterated({ cell: solved }),
      metricKey: null,
    },
  ]
}
