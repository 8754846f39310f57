import type { Calculator } from '../compile/calculator.ts'
import { warningMessages as messages } from '../messages/warnings.ts'
import type { Area } from '../value/value.ts'
import { liesIn } from './reach.ts'
import type { RippleWarning } from './ripple-result.ts'

/** Total number of cells scanned; formulas over whole columns must not delay the response. */
const maxCells = 1_000_000
/** Maximum number of metrics named in a warning. */
const maxNamed = 5

const tableMessages = { no_input_cell: messages.keptTableWithoutInput, too_large: messages.keptTableTooLarge } as const

/**
 * Warns about formulas and data tables that keep their cached values although a change reaches them: they cannot be
 * computed.
 */
export const createKeptCells = (
  { model, check, coneOf }: Calculator,
  nameOf: (id: number) => string,
  /** The cells of the metrics with their labels: those that depend on a frozen cell are named. */
  metricLabels: readonly (readonly [id: number, label: string])[],
) => {
  const { formulas, grid } = model
  const disagreed = new Set(check.disagreeing.map(({ formula }) => formula.id))
  const kept = formulas
    .filter(({ id, frozen }) => frozen !== undefined || disagreed.has(id))
    .map((formula) => ({ id: formula.id, areas: model.reachOf(formula) }))

  const cellsIn = ({ sheet, top, left, bottom, right }: Area): number[] =>
    Array.from({ length: bottom - top + 1 }, (_, row) =>
      Array.from({ length: right - left + 1 }, (__, column) => grid.idOf(sheet, top + row, left + column)),
    ).flat()

  /** Data tables that are not computed, and why. */
  const keptTables = model.tables.flatMap((table, n) => {
    const { sheet, top, left, bottom, right } = table.area
    const differs = check.disagreeing.some(({ formula: { place } }) => {
      const { row, column } = place
      return place.sheet === sheet && row >= top && row <= bottom && column >= left && column <= right
    })
    const message =
      table.kept === undefined ? (differs ? messages.keptTableDiffers : undefined) : tableMessages[table.kept]
    const node = formulas.length + n
    if (message === undefined) return []
    const cells = cellsIn(table.area)
    return [{ id: grid.idOf(sheet, top, left), areas: table.areas, node, message, cells }]
  })

  /** A sentence that names the metrics that depend on frozen cells; empty if there are none. */
  const frozenMetrics = (nodes: readonly number[], ids: readonly number[]): string => {
    const behind = new Set([...nodes, ...coneOf(ids)])
    const labels = metricLabels.flatMap(([id, label]) => (behind.has(model.nodeAt(id)) ? [label] : []))
    if (labels.length === 0) return ''
    const names = labels.slice(0, maxNamed).join(', ')
    const more = labels.length - maxNamed
    return ` ${more > 0 ? messages.frozenMetricsAndMore({ names, more }) : messages.frozenMetrics({ names })}`
  }

  /**
   * A change can have no effect on their formulas with the current values, but one with the values that the table
   * tries.
   */
  const tableWarnings = (causes: readonly number[]): RippleWarning[] => {
    if (keptTables.length === 0 || causes.length === 0) return []
    const reached = new Set(coneOf(causes))
    return keptTables
      .filter(
        ({ areas, node }) =>
          causes.some((cause) => liesIn(areas, model, cause)) ||
          model.dependsOn(node).some((precedent) => reached.has(precedent)),
      )
      .map(({ id, message, node, cells }) => ({
        code: 'kept_values',
        severity: 'medium',
        message: `${message({ cell: nameOf(id) })}${frozenMetrics([node], cells)}`,
        metricKey: null,
      }))
  }

  return (causes: readonly number[], changed: ReadonlySet<number>): RippleWarning[] => {
    let left = maxCells
    const holdsChanged = (area: Area): boolean => {
      const used = grid.used(area)
      if (used === undefined) return false
      for (let row = used.top; row <= used.bottom; row++)
        for (let column = used.left; column <= used.right && left > 0; column++, left--)
          if (changed.has(model.nodeAt(grid.idOf(used.sheet, row, column)))) return true
      return false
    }
    const reached = kept.filter(
      ({ id, areas }) =>
        !causes.includes(id) && (causes.some((cause) => liesIn(areas, model, cause)) || areas.some(holdsChanged)),
    )
    const [first] = reached.map(({ id }) => nameOf(id)).sort()
    if (first === undefined) return tableWarnings(causes)
    const ids = reached.map(({ id }) => id)
    const nodes = ids.map(model.nodeAt)
    const count = reached.length
    const sentence = count === 1 ? messages.keptFormula({ cell: first }) : messages.keptFormulas({ count, cell: first })
    return [
      {
        code: 'kept_values',
        severity: 'medium',
        message: `${sentence}${frozenMetrics(nodes, ids)}`,
        metricKey: null,
      },
      ...tableWarnings(causes),
    ]
  }
}
