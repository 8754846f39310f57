import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import { anyInternalRate } from '../numeric/internal-rate.ts'
import type { Area } from '../value/value.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection, Place } from './inspection.ts'
import { areaOfPlace, groupBy } from './rectangles.ts'
import { callsIn } from './walk.ts'
import { saidNumber, saidValue, shortened } from './wording.ts'

/** An IRR with the row, or column, of flows that it is computed from. */
interface Rate {
  readonly formula: FormulaCell
  readonly flows: Area
}

const ratesOf = ({ model }: Inspection): Rate[] =>
  model.formulas
    .filter(({ functions }) => functions.has('IRR') || functions.has('XIRR'))
    .flatMap((formula) =>
      callsIn(formula.expression).flatMap(({ name, args: [flows] }): Rate[] => {
        if ((name !== 'IRR' && name !== 'XIRR') || flows?.kind !== 'range') return []
        const [area, another] = areasOf(flows, formula.place)
        if (area === undefined || another !== undefined) return []
        return (area.top === area.bottom) === (area.left === area.right) ? [] : [{ formula, flows: area }]
      }),
    )

/** The flow next to the last one of an IRR that is a copy of it, and not zero. */
const leftOut = ({ formulaAt, valueAt }: Inspection, { formula, flows }: Rate): Place | undefined => {
  const isRow = flows.top === flows.bottom
  const last = { sheet: flows.sheet, row: flows.bottom, column: flows.right }
  const next = isRow ? { ...last, column: last.column + 1 } : { ...last, row: last.row + 1 }
  if (next.sheet === formula.place.sheet && next.row === formula.place.row && next.column === formula.place.column)
    return undefined
  const own = formulaAt(last.sheet, last.row, last.column)
  const value = valueAt(next.sheet, next.row, next.column)
  if (own === undefined || formulaAt(next.sheet, next.row, next.column)?.expression !== own.expression) return undefined
  return typeof value === 'number' && value !== 0 ? next : undefined
}

/** IRRs whose range stops before the last of the cash flows. */
const shortRanges = (inspection: Inspection, rates: readonly Rate[]): Slip[] => {
  const others = inspection.model.formulas.filter(
    ({ functions }) => functions.size > 0 && !functions.has('IRR') && !functions.has('XIRR'),
  )
  /** Whether something else is computed from exactly these flows, such as the multiple: then their end is meant. */
  const isHorizon = ({ sheet, top, left, bottom, right }: Area): boolean =>
    others.some(({ areas }) =>
      areas.some(
        (area) =>
          area.sheet === sheet &&
          area.top === top &&
          area.left === left &&
          area.bottom === bottom &&
          area.right === right,
      ),
    )
  return [...groupBy(rates, ({ flows }) => `${flows.sheet} ${flows.top} ${flows.left}`).values()].flatMap((group) => {
    // An IRR for each possible year of the exit stops before the last flow on purpose.
    if (new Set(group.map(({ flows }) => `${flows.bottom} ${flows.right}`)).size > 1) return []
    return group.flatMap((rate): Slip[] => {
      const next = leftOut(inspection, rate)
      if (next === undefined || isHorizon(rate.flows)) return []
      const value = saidValue(inspection.valueAt(next.sheet, next.row, next.column))
      return [
        {
          check: 'returns_reconcile',
          severity: 'high',
          message: `${shortened(`=${rate.formula.text}`, 60)} stops before the cash flow in ${inspection.nameOf(next)} (${value}).`,
          areas: [areaOfPlace(rate.formula.place)],
        },
      ]
    })
  })
}

const statesRate = /\b(?:irr|internal rate of return)\b/
/** What is asked for, or of something else. */
const notAResult =
  /\b(?:target|hurdle|required|desired|minimum|min|max|maximum|above|below|threshold|pref|promote|tier|lower|upper|goal|weight|sensitivity|range|assumed|guess|exit|year|peer|market|benchmark)\b/
const statesFlows = /\bcash ?flows?\b|\bdistributions?\b|\bfree cash\b|\bfc[fe]e?\b/
const farthest = 15
const tolerance = 0.005
const periodsPerYear = [1, 2, 4, 12]
const maxRows = 50

const isFlows = ({ label, values }: Entry): boolean =>
  statesFlows.test(label) &&
  values.length >= 3 &&
  (values.find(({ value }) => value !== 0)?.value ?? 0) < 0 &&
  values.some(({ value }) => value > 0)

/** IRRs that were typed in, and that no row of cash flows near them gives. */
const typedRates = (inspection: Inspection): Slip[] => {
  const flows = groupBy(inspection.entries.filter(isFlows), ({ sheet }) => sheet)
  if (flows.size === 0) return []
  return inspection.entries.flatMap((entry): Slip[] => {
    const { sheet, row, label, text, values } = entry
    const [only, another] = values
    if (!statesRate.test(label) || notAResult.test(label) || only === undefined || another !== undefined) return []
    if (!inspection.isTyped(sheet, row, only.column) || Math.abs(only.value) > 1 || only.value === 0) return []
    const near = (flows.get(sheet) ?? []).filter((one) => Math.abs(one.row - row) <= farthest).slice(0, maxRows)
    const given = near.flatMap((one) => {
      const rate = anyInternalRate(one.values.map(({ value }) => value))
      return rate === undefined ? [] : periodsPerYear.map((n) => ({ one, rate: (1 + rate) ** n - 1 }))
    })
    const [first] = given
    if (first === undefined || given.some(({ rate }) => Math.abs(rate - only.value) <= tolerance)) return []
    return [
      {
        check: 'returns_reconcile',
        severity: 'high',
        message: `“${text}” is typed in as ${saidNumber(only.value * 100)} %, but “${first.one.text}” in ${inspection.nameOf(first.one)} gives ${saidNumber(first.rate * 100)} %.`,
        areas: [areaOfPlace({ sheet, row, column: only.column })],
      },
    ]
  })
}

/** Returns that their own cash flows do not give: the range is too short, or the rate was typed in. */
export const returnFlows = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const rates = ratesOf(inspection)
  const slips = [...shortRanges(inspection, rates), ...typedRates(inspection)]
  return { seen: rates.length > 0 || slips.length > 0, slips }
}
