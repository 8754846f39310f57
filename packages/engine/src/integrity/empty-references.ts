import type { FormulaCell } from '../calculate/model.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import type { Area } from '../value/value.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Inspection } from './inspection.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { type RowRun, rowRuns } from './row-runs.ts'
import { addendsOf } from './unit-additions.ts'
import { formatFormula } from './wording.ts'

/** The number of copies that read numbers before an empty cell counts as an error. */
const minFilled = 4
/** With a larger share of empty cells it is a schedule in which empty means zero. */
const maxEmpty = 0.15

/** Functions that handle empty cells. */
const expecting = [
  'IF',
  'IFS',
  'IFERROR',
  'IFNA',
  'ISBLANK',
  'ISNUMBER',
  'N',
  'COUNT',
  'COUNTA',
  'CHOOSE',
  'SWITCH',
  'INDEX',
  'OFFSET',
  'MIN',
  'MAX',
  'AND',
  'OR',
  'TEXT',
  'CONCATENATE',
  'CONCAT',
  'ROW',
  'COLUMN',
] as const

const isOneCell = ({ top, left, bottom, right }: Area): boolean => top === bottom && left === right

/** The parts of a run that are copies of one formula. */
const copiesIn = (run: RowRun): RowRun[] => {
  const parts: FormulaCell[][] = []
  for (const formula of run) {
    const last = parts.at(-1)
    if (last?.[0]?.expression === formula.expression) last.push(formula)
    else parts.push([formula])
  }
  return parts.filter((part) => part.length > minFilled)
}

interface Gap {
  readonly formula: FormulaCell
  readonly empty: Area
}

/** The copies that read an empty cell while those on both sides, and nearly all others, read a number. */
const gapsIn = ({ valueAt, isFree }: Inspection, copies: RowRun): Gap[] => {
  const [first] = copies
  if (first === undefined || expecting.some((name) => first.functions.has(name))) return []
  // An empty addend can be intentional.
  if (addendsOf(first.expression) !== undefined && first.expression.kind !== 'range') return []
  const isEmpty = ({ sheet, top, left }: Area): boolean =>
    valueAt(sheet, top, left) === null && isFree(sheet, top, left)
  const isFilled = (area: Area | undefined): boolean => {
    const value = area === undefined ? null : valueAt(area.sheet, area.top, area.left)
    return typeof value === 'number' && value !== 0
  }
  return first.areas.flatMap((area, k): Gap[] => {
    const next = copies[1]?.areas[k]
    // A fixed reference is the same for all of them.
    if (next === undefined || !isOneCell(area) || area.left === next.left) return []
    const empty = copies.flatMap((formula, n) => {
      const own = formula.areas[k]
      return own !== undefined && isEmpty(own) ? [{ formula, empty: own, n }] : []
    })
    if (empty.length === 0 || empty.length > maxEmpty * copies.length) return []
    if (copies.filter(({ areas }) => isFilled(areas[k])).length < minFilled) return []
    // At the edges a row starts or ends: the first period has no opening balance, the last no successor.
    return empty.filter(({ n }) => isFilled(copies[n - 1]?.areas[k]) && isFilled(copies[n + 1]?.areas[k]))
  })
}

/** The number of rows missing the same column before the column counts as left out. */
const wholeColumn = 3

/** Formulas that read an empty cell while the other formulas of their row read numbers. */
export const emptyReferences: Check = (inspection) => {
  const copies = rowRuns(inspection, minFilled + 1).flatMap(copiesIn)
  if (copies.length === 0) return undefined
  const gaps = copies.flatMap((run) => gapsIn(inspection, run))
  const computed = new Set(inspection.model.formulas.map(({ place }) => place.sheet))
  // A column that was left out is one cause, however many rows read it.
  return [...groupBy(gaps, ({ empty }) => `${empty.sheet} ${empty.left}`).values()].flatMap((group): Slip[] => {
    // In imported statements, which have no formulas, an empty line is a zero.
    const rows = new Set(group.map(({ empty }) => empty.top)).size
    const [first] = group
    if (first === undefined || (!computed.has(first.empty.sheet) && rows < wholeColumn)) return []
    const { formula, empty } = first
    const places = group.map((gap) => gap.formula.place)
    const target = inspection.nameOf({ sheet: empty.sheet, row: empty.top, column: empty.left })
    return [
      {
        check: 'empty_reference',
        message: messages.emptyReference({
          formula: formatFormula(formula.text),
          cells: inspection.nameCells(places),
          target,
        }),
        areas: rectangles(places),
      },
    ]
  })
}
