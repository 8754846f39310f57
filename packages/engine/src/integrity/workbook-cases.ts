import { formatCell } from '@deal-canvas/workbook-reader'
import type { Calculator } from '../compile/calculator.ts'
import { liveScenario } from '../simulate/live-scenario.ts'
import { createInspection } from './inspection.ts'
import { selectorsOf } from './scenario-selectors.ts'
import { isCase } from './scenarios.ts'

/** The cases that a workbook can show by itself, and the cell that selects between them. */
export interface WorkbookCases {
  readonly sheet: string
  readonly cell: string
  /** The number in the selector cell of the workbook. */
  readonly live: number
  /** `name` is that of the workbook, such as "Downside", or the label of the selector with the number. */
  readonly cases: readonly { readonly value: number; readonly name: string }[]
}

/** More choices than this are a list, such as months or tenants. */
const maxCases = 8

/** Undefined if the workbook has no selector cell with at least two cases. */
export const workbookCases = (calculator: Calculator): WorkbookCases | undefined => {
  const { model } = calculator
  const { workbook } = model
  const [selector] = selectorsOf(createInspection(calculator, []), isCase)
  const sheet = selector === undefined ? undefined : workbook.sheets[selector.sheet]?.name
  if (selector !== undefined && sheet !== undefined) {
    const { names, live } = selector
    const cases = names.flatMap((name, n) => (name === undefined ? [] : [{ value: n + 1, name: name.trim() }]))
    return { sheet, cell: formatCell(selector), live: live + 1, cases }
  }
  const found = liveScenario(workbook, model)
  if (found === undefined || found.choices.length > maxCases) return undefined
  const { choices } = found
  const label = found.label.endsWith(':') ? found.label.slice(0, -1).trimEnd() : found.label
  return {
    sheet: found.sheet,
    cell: found.cell,
    live: found.value,
    cases: choices.map((value) => ({ value, name: `${label} ${value}` })),
  }
}
