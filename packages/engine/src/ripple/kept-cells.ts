import type { Calculator } from '../compile/calculator.ts'
import { counted } from '../integrity/wording.ts'
import type { Area } from '../value/value.ts'
import { liesIn } from './reach.ts'
import type { RippleWarning } from './ripple-result.ts'

/** Cells that are looked through in all; formulas over whole columns must not keep anybody waiting. */
const maxCells = 1_000_000
/** Metrics named in a warning. */
const maxNamed = 5

/** Tells of formulas and data tables that keep their cached values although a change reaches them: they cannot be computed. */
export const createKeptCells = (
  { model, check, coneOf }: Calculator,
  nameOf: (id: number) => string,
  /** The cells of the metrics with their labels: those that depend on a kept cell are named. */
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
    const why = table.kept ?? (differs ? 'does not come out as the file has it' : undefined)
    const node = formulas.length + n
    if (why === undefined) return []
    const cells = cellsIn(table.area)
    return [{ id: grid.idOf(sheet, top, left), areas: table.areas, node, why, cells }]
  })

  /** A sentence with the metrics that depend on cells which keep their values; empty: none does. */
  const frozenMetrics = (nodes: readonly number[], ids: readonly number[]): string => {
    const behind = new Set([...nodes, ...coneOf(ids)])
    const labels = metricLabels.flatMap(([id, label]) => (behind.has(model.nodeAt(id)) ? [label] : []))
    if (labels.length === 0) return ''
    const named = labels.slice(0, maxNamed).join(', ')
    const more = labels.length > maxNamed ? ` and ${labels.length - maxNamed} more` : ''
    return ` These metrics depend on ${ids.length === 1 ? 'it' : 'them'} and may be out of date, also in a simulation: ${named}${more}.`
  }

  /** Their formulas may do nothing with a change for the current values, and yet for those that the table tries. */
  const tableWarnings = (causes: readonly number[]): RippleWarning[] => {
    if (keptTables.length === 0 || causes.length === 0) return []
    const reached = new Set(coneOf(causes))
    return keptTables
      .filter(
        ({ areas, node }) =>
          causes.some((cause) => liesIn(areas, model, cause)) || model.dependsOn(node).some((one) => reached.has(one)),
      )
      .map(({ id, why, node, cells }) => ({
        code: 'kept_values',
        severity: 'medium',
        message: `The data table at ${nameOf(id)} ${why} and keeps its values.${frozenMetrics([node], cells)}`,
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
    const keep = reached.length === 1 ? 'keeps its value' : 'keep their values'
    return [
      {
        code: 'kept_values',
        severity: 'medium',
        message: `${counted(reached.length, 'formula')} that the change reaches cannot be computed and ${keep}: ${first}${reached.length > 1 ? ' and others' : ''}.${frozenMetrics(nodes, ids)}`,
        metricKey: null,
      },
      ...tableWarnings(causes),
    ]
  }
}
