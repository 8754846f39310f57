import type { Calculator } from '../compile/calculator.ts'
import { kindOf } from '../metrics/catalogue/catalogue.ts'
import type { MetricDomain } from '../metrics/catalogue/metric-kind.ts'
import type { MetricMatch } from '../metrics/map-metrics.ts'
import { whileChanged } from '../ripple/apply-changes.ts'
import { cellValueOf, metricValueOf } from '../ripple/cell-value.ts'
import { type MappedCell, mappedCells } from '../ripple/mapped-cells.ts'
import { refuseValue } from '../ripple/read-changes.ts'
import { rippleByCatalogue } from '../ripple/ripple-by-catalogue.ts'
import { runShare } from '../simulate/run.ts'
import { costOfRun } from '../simulate/run-cost.ts'
import { type MetricFunction, seekGoal, usualRange } from './goal-seek.ts'
import { whileVarying } from './workbook-function.ts'

/** An input of a table and the values it takes, in the unit of its metric. */
export interface TableAxis {
  readonly metricKey: string
  readonly values: readonly number[]
}

/** A metric for each pair of values of two inputs. */
export interface TwoWayTable {
  readonly metricKey: string
  readonly rows: TableAxis
  readonly columns: TableAxis
  /** With a target, each row also states at which value of the column input the metric reaches it. */
  readonly target?: number | undefined
}

/** Some rows of a table. */
export interface TableRows {
  /** The value of the metric in each column; null if it is not a number there. */
  readonly values: readonly (readonly (number | null)[])[]
  /**
   * The value of the column input at which the metric reaches the target, the nearest to the present one; null if there
   * is none. Empty without a target.
   */
  readonly breakEven: readonly (number | null)[]
  /** The cost of one cell of the table, in formulas. */
  readonly cost: number
}

/** Searches the default range of the column input, and all its values in the table. */
const breakEvenOf = (metric: MetricFunction, { metricKey, values }: TableAxis, target: number): number | null => {
  const [lowest, highest] = usualRange(metricKey, metric) ?? []
  const from = Math.min(lowest ?? metric.start, ...values)
  const to = Math.max(highest ?? metric.start, ...values)
  if (!(from < to)) return null
  return seekGoal(metric, { target, from, to }).solutions[0]?.inputValue ?? null
}

/** Computes the rows from `from` up to, not including, `to`. Undefined if a metric has no number in the workbook. */
export const tableRows = (
  calculator: Calculator,
  matches: readonly MetricMatch[],
  { metricKey, rows, columns, target }: TwoWayTable,
  { from, to }: { from: number; to: number },
): TableRows | undefined => {
  const { grid } = calculator.model
  const cells = mappedCells(calculator.model, matches)
  const cellOf = (key: string): MappedCell | undefined => cells.find((cell) => cell.metricKey === key)
  const [output, rowCell, columnCell] = [metricKey, rows.metricKey, columns.metricKey].map(cellOf)
  if (output === undefined || rowCell === undefined || columnCell === undefined) return undefined

  /** The number to put into the cell; the present value stays exactly as it is in the workbook. */
  const heldAt = (cell: MappedCell, value: number): number => {
    const present = grid.get(cell.id)
    if (typeof present === 'number' && metricValueOf(present, cell) === value) return present
    return cellValueOf(value, cell) ?? refuseValue(cell.metricKey, value)
  }
  const across = columns.values.map((value) => heldAt(columnCell, value))
  const down = rows.values.slice(from, to).map((value) => heldAt(rowCell, value))
  const runs = down.length * across.length
  const { outputs } = runShare(
    calculator,
    {
      inputs: [
        {
          cells: [rowCell.id],
          values: Float64Array.from({ length: runs }, (_, n) => down[Math.floor(n / across.length)] ?? 0),
        },
        {
          cells: [columnCell.id],
          values: Float64Array.from({ length: runs }, (_, n) => across[n % across.length] ?? 0),
        },
      ],
      outputs: [output.id],
      series: [],
      points: 0,
      barsFrom: runs,
      runs,
    },
    0,
    runs,
  )
  const found = outputs[0] ?? new Float64Array()
  const valueAt = (run: number): number | null => {
    const value = metricValueOf(found[run] ?? Number.NaN, output)
    return typeof value === 'number' && Number.isFinite(value) ? value : null
  }
  const solveRow = (held: number, goal: number): number | null =>
    whileChanged(
      calculator,
      [{ id: rowCell.id, value: held }],
      () =>
        whileVarying(calculator, matches, { input: columns.metricKey, metricKey }, (metric) =>
          breakEvenOf(metric, columns, goal),
        ) ?? null,
    )
  return {
    breakEven: target === undefined ? [] : down.map((held) => solveRow(held, target)),
    values: down.map((_, row) => across.map((_, column) => valueAt(row * across.length + column))),
    cost: costOfRun(calculator, [rowCell.id, columnCell.id], [output.id]),
  }
}

/** The cost of a what-if by the formulas of the catalog, in formulas. */
const costByCatalogue = 1_000

/** The same with the formulas of the catalog, for a deal without formulas of its own. */
export const tableRowsByCatalogue = (
  values: ReadonlyMap<string, number>,
  { metricKey, rows, columns, target }: TwoWayTable,
  { from, to }: { from: number; to: number },
  domain: MetricDomain | undefined,
): TableRows | undefined => {
  const present = values.get(metricKey)
  if (present === undefined) return undefined
  const valueAt = (row: number, column: number): number | null => {
    const changes = [
      { metricKey: rows.metricKey, value: row },
      { metricKey: columns.metricKey, value: column },
    ]
    const moved = rippleByCatalogue(values, changes, domain).impacts.find((impact) => impact.metricKey === metricKey)
    if (moved === undefined) return present
    return typeof moved.after === 'number' ? moved.after : null
  }
  const down = rows.values.slice(from, to)
  const across = { start: values.get(columns.metricKey) ?? 0, unit: kindOf(columns.metricKey)?.unit ?? 'ratio' }
  const solveRow = (row: number, goal: number): number | null =>
    breakEvenOf({ ...across, cost: costByCatalogue, valueAt: (column) => valueAt(row, column) }, columns, goal)
  return {
    values: down.map((row) => columns.values.map((column) => valueAt(row, column))),
    breakEven: target === undefined ? [] : down.map((row) => solveRow(row, target)),
    cost: costByCatalogue,
  }
}
