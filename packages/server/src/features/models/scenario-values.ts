import { formatCell, parseCell, RippleRefusal, rippleByCatalogue } from '@deal-canvas/engine'
import { worthOf } from './cell-number.ts'
import type { AppliedValue } from './model-state.ts'
import type { OpenModel } from './open-models.ts'
import { type CellValue, cellsOfOverrides, whileCellsHold } from './overridden-workbook.ts'

/** What a scenario changes in the workbook: metrics, and perhaps the cell by which the workbook selects its case. */
export interface ScenarioInputs {
  overrides: readonly AppliedValue[]
  cell?: { sheet: string; cell: string; value: number } | undefined
}

/** A cell that holds another value in a scenario. */
export interface CellToWrite extends Pick<CellValue, 'sheet' | 'value'> {
  /** Such as B4. */
  cell: string
}

/** The value of each metric in a scenario, or why there is none. */
export type ScenarioValues = { values: ReadonlyMap<string, number | null> } | { error: string }

const valuesOfMetrics = ({ calculator, workbook, matches }: OpenModel): Map<string, number | null> => {
  const { grid } = calculator.model
  return new Map(
    matches.map(({ metricKey, sheet, row, column, unit, scale }) => {
      const at = workbook.sheets.findIndex(({ name }) => name === sheet)
      const held = grid.get(grid.idOf(at, row, column))
      const value = typeof held === 'number' ? worthOf(held, { unit, scale, date1904: workbook.date1904 }) : null
      return [metricKey, value]
    }),
  )
}

/** Computes a scenario on a model that is open without overrides, and leaves it unchanged. */
export const scenarioValues = (model: OpenModel, { overrides, cell }: ScenarioInputs): ScenarioValues => {
  if (model.tier !== 'full') return valuesByCatalogue(model, overrides)
  const { workbook, calculator } = model
  const cells = changedCells(model, { overrides, cell })
  return { values: whileCellsHold(workbook, calculator, cells, () => valuesOfMetrics(model)) }
}

const changedCells = ({ workbook, matches }: OpenModel, { overrides, cell }: ScenarioInputs): CellValue[] => {
  const place = cell === undefined ? undefined : parseCell(cell.cell)
  return [
    ...cellsOfOverrides(workbook, matches, overrides),
    ...(cell === undefined || place === undefined ? [] : [{ ...place, sheet: cell.sheet, value: cell.value }]),
  ]
}

/** The cells of the workbook that hold other values in a scenario. */
export const cellsToWrite = (model: OpenModel, inputs: ScenarioInputs): CellToWrite[] =>
  changedCells(model, inputs).map(({ sheet, row, column, value }) => ({
    sheet,
    cell: formatCell({ row, column }),
    value,
  }))

/** For a workbook that cannot be recalculated: the formulas of the catalog. */
const valuesByCatalogue = (model: OpenModel, overrides: readonly AppliedValue[]): ScenarioValues => {
  const base = valuesOfMetrics(model)
  const changes = overrides.filter(({ metricKey }) => base.has(metricKey))
  if (changes.length === 0) return { values: base }
  const known = new Map([...base].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])))
  try {
    const { changed, impacts } = rippleByCatalogue(known, changes, model.map.dealType.domain)
    for (const { metricKey, after } of [...changed, ...impacts])
      if (typeof after !== 'string') base.set(metricKey, after)
    return { values: base }
  } catch (error) {
    if (error instanceof RippleRefusal) return { error: error.message }
    throw error
  }
}
