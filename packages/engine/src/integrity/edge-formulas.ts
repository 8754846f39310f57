import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import type { Bound, Expression } from '../formula/expression.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { differingLeaves, type LeafPair } from './leaves.ts'
import { isSameNumber, patternValue } from './pattern-value.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { type RowRun, rowRuns } from './row-runs.ts'
import { isPlainSum } from './sums.ts'
import { formatFormula, formatNumber, formatPattern } from './wording.ts'

/** The number of identical neighbors that establish the pattern of a row. */
const peers = 4
/** The minimum number of regular rows in a column before a deviating one is reported. */
const minRegular = 3
/** If a larger share of the rows deviates, the column is intentional: an opening, a stub, a terminal year. */
const maxOdd = 0.2
/** This many copies of one odd formula are intentional. */
const copiesAreMeant = 3
const maxRowsUp = 200

/** Headings of columns that are not periods. */
const otherColumn =
  /\b(?:totals?|terminal|tv|stub|perpetuity|exit|sale|stabili[sz]ed|average|avg|mean|median|cagr|ltm|ntm|ttm|cumulative|sum|opening|closing|pro forma|adjust\w*|variance|change|check|notes?|run ?rate|normali[sz]ed|min|max|base|reversion|year 0|high|low)\b/i

interface Edge {
  readonly side: 'first' | 'last'
  readonly formula: FormulaCell
  readonly peer: FormulaCell
}

/** The outermost formula of a run on one side, with its inner neighbor; undefined if the row has no pattern there. */
const edgeOf = (run: RowRun, side: Edge['side']): Edge | undefined => {
  const at = (n: number): FormulaCell | undefined => (side === 'first' ? run[n] : run[run.length - 1 - n])
  const [formula, peer] = [at(0), at(1)]
  if (formula === undefined || peer === undefined) return undefined
  for (let n = 2; n <= peers; n++) if (at(n)?.expression !== peer.expression) return undefined
  return { side, formula, peer }
}

/** Whether there is a number beyond the edge: then the row continues, from actual figures or to a total. */
const goesOn = ({ isNumber }: Inspection, { side, formula: { place } }: Edge): boolean =>
  isNumber(place.sheet, place.row, place.column + (side === 'first' ? -1 : 1))

/** The heading of a column: the next text above. */
const headingOf = ({ valueAt }: Inspection, { place: { sheet, row, column } }: FormulaCell): string | undefined => {
  for (let at = row - 1; at >= Math.max(0, row - maxRowsUp); at--) {
    const value = valueAt(sheet, at, column)
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return undefined
}

const pointsBeyond = (bound: Bound | undefined, side: Edge['side']): boolean =>
  bound !== undefined && !bound.fixed && (side === 'first' ? bound.at < 0 : bound.at > 0)

/** Whether a row reads its previous (or next) period, which the first (or last) column does not have. */
const readsBeyond = (leaf: Expression, side: Edge['side']): boolean =>
  leaf.kind === 'range' && (pointsBeyond(leaf.left, side) || pointsBeyond(leaf.right, side))

/** Whether the row's formula would read an empty cell here: then its source ends before the row does. */
const isNothing = ({ valueAt }: Inspection, leaf: Expression, { place }: FormulaCell): boolean =>
  leaf.kind === 'range' &&
  areasOf(leaf, place).some(
    ({ sheet, top, left, bottom, right }) => top === bottom && left === right && valueAt(sheet, top, left) === null,
  )

const maxDifferences = 2

/** The differences if an odd formula is the row's formula with another reference or number in it. */
const nearCopy = (inspection: Inspection, { side, formula, peer }: Edge): LeafPair[] | undefined => {
  const pairs = differingLeaves(formula.expression, peer.expression)
  if (pairs === undefined || pairs.length > maxDifferences) return undefined
  const isMeant = pairs.some(({ right }) => readsBeyond(right, side) || isNothing(inspection, right, formula))
  return isMeant ? undefined : pairs
}

/** First and last formulas of a row that deviate from the row's formula. */
export const edgeFormulas: Check = (inspection) => {
  const runs = rowRuns(inspection, peers + 1)
  if (runs.length === 0) return undefined
  const edges = runs
    .flatMap((run) => [edgeOf(run, 'first'), edgeOf(run, 'last')])
    .filter((edge): edge is Edge => edge !== undefined)
  const columnOf = ({ side, formula: { place } }: Edge): string => `${place.sheet} ${place.column} ${side}`
  const columns = new Map<string, { regular: number; odd: number; formulas: Map<Expression, number> }>()
  for (const edge of edges) {
    const column = columns.get(columnOf(edge)) ?? { regular: 0, odd: 0, formulas: new Map() }
    columns.set(columnOf(edge), column)
    const { expression } = edge.formula
    if (expression === edge.peer.expression) column.regular += 1
    else {
      column.odd += 1
      column.formulas.set(expression, (column.formulas.get(expression) ?? 0) + 1)
    }
  }
  const isMeant = (edge: Edge): boolean => {
    const { regular = 0, odd = 0, formulas } = columns.get(columnOf(edge)) ?? {}
    return (
      regular < minRegular ||
      odd > maxOdd * (regular + odd) ||
      (formulas?.get(edge.formula.expression) ?? 0) >= copiesAreMeant
    )
  }
  const odd = edges.flatMap((edge) => {
    const { formula, peer } = edge
    if (formula.expression === peer.expression || isMeant(edge)) return []
    // A formula that reads no cells, such as =100000, is an input.
    if (isPlainSum(formula.expression) || formula.areas.length === 0) return []
    const pairs = goesOn(inspection, edge) ? undefined : nearCopy(inspection, edge)
    if (pairs === undefined || otherColumn.test(headingOf(inspection, formula) ?? '')) return []
    const { sheet, row, column } = formula.place
    const [is, would] = [inspection.valueAt(sheet, row, column), patternValue(inspection, formula, peer)]
    if (typeof is !== 'number' || typeof would !== 'number' || isSameNumber(is, would)) return []
    return [{ ...edge, is, would, pairs }]
  })
  // Rows that were copied together with their odd formula have one cause.
  return [...groupBy(odd, (edge) => edge.formula.expression).values()].flatMap((group): Slip[] => {
    const [first] = group
    if (first === undefined) return []
    const { side, formula, peer, is, would, pairs } = first
    const places = group.map((edge) => edge.formula.place)
    const message = side === 'first' ? messages.firstFormulaDiffers : messages.lastFormulaDiffers
    return [
      {
        check: 'edge_formula',
        // Another rate in the first or last year can be an assumption.
        ...(pairs.every(({ left }) => left.kind === 'constant') ? { severity: 'medium' as const } : {}),
        message: message({
          formula: formatFormula(formula.text),
          cells: inspection.nameCells(places),
          value: formatNumber(is),
          pattern: formatPattern(peer, formula.place),
          expected: formatNumber(would),
        }),
        areas: rectangles(places),
      },
    ]
  })
}
