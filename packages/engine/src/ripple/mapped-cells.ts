import type { Model } from '../calculate/model.ts'
import type { MappedMetric } from '../integrity/finding.ts'
import type { MetricCell, MetricMatch } from '../metrics/map-metrics.ts'
import type { Scalar } from '../value/value.ts'
import { type CellUnit, metricValueOf } from './cell-value.ts'

/** A metric with the slot of its cell. */
export interface MappedCell extends CellUnit {
  readonly metricKey: string
  readonly id: number
  /** The period if there are several in its row; null if it is a single value. */
  readonly period: string | null
}

const slotOf = ({ workbook, grid }: Model, { sheet, row, column }: Pick<MetricCell, 'sheet' | 'row' | 'column'>) => {
  const at = workbook.sheets.findIndex(({ name }) => name === sheet)
  return { at, id: grid.idOf(at, row, column) }
}

/** The cells of the metrics, without those whose cell the workbook does not have. */
export const mappedCells = (model: Model, matches: readonly MetricMatch[]): MappedCell[] =>
  matches.flatMap(({ metricKey, unit, scale, period, ...place }) => {
    const { id } = slotOf(model, place)
    if (id === 0) return []
    return [{ metricKey, unit, scale, id, period: period?.label ?? null, date1904: model.workbook.date1904 }]
  })

/** The metrics and their other sources in the form that the integrity checks need, with the current cell values. */
export const metricsForChecks = (
  model: Model,
  matches: readonly MetricMatch[],
  read: (id: number) => Scalar = model.grid.get,
): MappedMetric[] =>
  matches.flatMap(({ metricKey, unit, alternatives: _, sources, ...match }) => {
    const cells = [match, ...sources]
    // The probability that one of several values is right, so that all of them state the metric, is the sum of theirs.
    const chances = new Map(cells.map(({ value, confidence }) => [value, confidence]))
    const statedConfidence = [...chances.values()].reduce((sum, chance) => sum + chance, 0)
    return cells.map((cell) => {
      const { at, id } = slotOf(model, cell)
      const value = metricValueOf(read(id), { unit, scale: cell.scale, date1904: model.workbook.date1904 })
      return {
        metricKey,
        value: typeof value === 'number' ? value : null,
        sheet: at,
        row: cell.row,
        column: cell.column,
        confidence: cell.confidence,
        statedConfidence,
        period: cell.period?.label ?? null,
      }
    })
  })
