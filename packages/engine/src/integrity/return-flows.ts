import type { FormulaCell } from '../calculate/model.ts'
import { areasOf } from '../formula/area-of.ts'
import { findingMessages as messages } from '../messages/findings.ts'
import { anyInternalRate } from '../numeric/internal-rate.ts'
import type { Area } from '../value/value.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection, Place } from './inspection.ts'
import { areaOfPlace, groupBy } from './rectangles.ts'
import { callsIn } from './walk.ts'
import { formatFormula, formatPercent, formatValue } from './wording.ts'

/** An IRR with the row or column of its cash flows. */
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

/** The cash flow after the last one of an IRR, if it is a copy of that one and not zero. */
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

/** IRRs whose range stops before the last cash flow. */
const shortRanges = (inspection: Inspection, rates: readonly Rate[]): Slip[] => {
  const others = inspection.model.formulas.filter(
    ({ functions }) => functions.size > 0 && !functions.has('IRR') && !functions.has('XIRR'),
  )
  /**
   * Whether something else is computed from exactly these flows, such as the multiple: then the range is intentional.
   */
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
    // An IRR for each possible exit year stops before the last flow on purpose.
    if (new Set(group.map(({ flows }) => `${flows.bottom} ${flows.right}`)).size > 1) return []
    return group.flatMap((rate): Slip[] => {
      const next = leftOut(inspection, rate)
      if (next === undefined || isHorizon(rate.flows)) return []
      const value = formatValue(inspection.valueAt(next.sheet, next.row, next.column))
      return [
        {
          check: 'returns_reconcile',
          severity: 'high',
          message: messages.irrLeavesOut({
            formula: formatFormula(rate.formula.text),
            cell: inspection.nameOf(rate.formula.place),
            value,
            next: inspection.nameOf(next),
          }),
          areas: [areaOfPlace(rate.formula.place)],
        },
      ]
    })
  })
}

const statesRate = /\b(?:irr|internal rate of return)\b/
/** Labels of target rates, or of other rates. */
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

/** Typed IRRs that no nearby row of cash flows gives. */
const typedRates = (inspection: Inspection): Slip[] => {
  const flows = groupBy(inspection.entries.filter(isFlows), ({ sheet }) => sheet)
  if (flows.size === 0) return []
  return inspection.entries.flatMap((entry): Slip[] => {
    const { sheet, row, label, text, values } = entry
    const [only, another] = values
    if (!statesRate.test(label) || notAResult.test(label) || only === undefined || another !== undefined) return []
    if (!inspection.isTyped(sheet, row, only.column) || Math.abs(only.value) > 1 || only.value === 0) return []
    const near = (flows.get(sheet) ?? []).filter((flow) => Math.abs(flow.row - row) <= farthest).slice(0, maxRows)
    const given = near.flatMap((flow) => {
      const rate = anyInternalRate(flow.values.map(({ value }) => value))
      return rate === undefined ? [] : periodsPerYear.map((n) => ({ flow, rate: (1 + rate) ** n - 1 }))
    })
    const [first] = given
    if (first === undefined || given.some(({ rate }) => Math.abs(rate - only.value) <= tolerance)) return []
    const place = { sheet, row, column: only.column }
    return [
      {
        check: 'returns_reconcile',
        severity: 'high',
        message: messages.typedIrrDiffers({
          label: text,
          stated: formatPercent(only.value),
          cell: inspection.nameOf(place),
          flows: first.flow.text,
          place: inspection.nameOf(first.flow),
          computed: formatPercent(first.rate),
        }),
        areas: [areaOfPlace(place)],
      },
    ]
  })
}

/** Returns that their own cash flows do not give: the range is too short, or the rate was typed. */
export const returnFlows = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const rates = ratesOf(inspection)
  const slips = [...shortRanges(inspection, rates), ...typedRates(inspection)]
  return { seen: rates.length > 0 || slips.length > 0, slips }
}
