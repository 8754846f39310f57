import { daysTo1904, type Workbook } from '@deal-canvas/workbook-reader'
import { type ArrayValue, isArray, type Scalar } from '../value/value.ts'
import type { FormulaCell } from './model.ts'
import { sameValue } from './same-value.ts'

/** The values of TODAY, NOW and RAND during a computation. */
export interface Chance {
  /** Undefined if unknown. */
  moment: number | undefined
  /** The random number of each cell, by slot. */
  readonly draws: Map<number, number>
}

interface Deps {
  workbook: Workbook
  formulas: readonly FormulaCell[]
  chance: Chance
  evaluate(formula: FormulaCell): Scalar | ArrayValue
}

/** Maximum number of formulas that are tested against each candidate date. */
const maxAsked = 50
const random = ['RAND', 'RANDBETWEEN', 'RANDARRAY']
const randomCall = /\bRAND(?:BETWEEN|ARRAY)?\s*\(/gi
/** Distances from the ends of the random range: distributions are undefined at the ends themselves. */
const margins = [0, 2 ** -53, 1e-12, 1e-6]

const isRandom = ({ functions }: FormulaCell): boolean => random.some((name) => functions.has(name))

/**
 * Reconstructs what volatile formulas were last computed with: the date of the last calculation and the random numbers.
 * With these they behave like ordinary formulas and follow their inputs. Returns the formulas for which this failed.
 */
export const findChance = ({ workbook, formulas, chance, evaluate }: Deps): ReadonlySet<FormulaCell> => {
  const volatile = formulas.filter(({ frozen }) => frozen === 'volatile')
  const dated = volatile.filter((formula) => !isRandom(formula))
  const valueNow = (formula: FormulaCell): Scalar => {
    const value = evaluate(formula)
    return value !== null && isArray(value) ? (value.items[0] ?? null) : value
  }
  const fits = (formula: FormulaCell): boolean =>
    formula.cached === null || sameValue(valueNow(formula), formula.cached)

  /** Prefers a cell that contains only the date; otherwise tries the time the file was saved, in any time zone. */
  const momentOf = (): number | undefined => {
    const shown = ['NOW()', 'TODAY()'].flatMap((text) =>
      dated.flatMap(({ text: own, cached }) =>
        own.trim().toUpperCase() === text && typeof cached === 'number' ? [cached] : [],
      ),
    )
    const { savedAt, date1904 } = workbook
    const saved = savedAt === undefined ? [] : [0, 1, -1].map((days) => savedAt + days - (date1904 ? daysTo1904 : 0))
    const candidates = [...shown.slice(0, 1), ...saved]
    const asked = dated.filter(({ cached }) => cached !== null).slice(0, maxAsked)
    const scores = candidates.map((moment) => {
      chance.moment = moment
      return asked.filter(fits).length
    })
    return candidates[scores.indexOf(Math.max(...scores))]
  }

  /** The random number that reproduces the cached value, if there is exactly one and the formula is monotonic in it. */
  const drawOf = (formula: FormulaCell): number | undefined => {
    const { id, text, cached, array } = formula
    if (typeof cached !== 'number' || array !== undefined || text.match(randomCall)?.length !== 1) return undefined
    const at = (draw: number): number => {
      chance.draws.set(id, draw)
      const value = valueNow(formula)
      return typeof value === 'number' ? value : Number.NaN
    }
    const margin = margins.find(
      (item) => Number.isFinite(at(item)) && Number.isFinite(at(1 - Math.max(item, 2 ** -53))),
    )
    if (margin === undefined) return undefined
    let [low, high] = [margin, 1 - Math.max(margin, 2 ** -53)]
    const rises = at(high) >= at(low)
    for (let step = 0; step < 100; step++) {
      const middle = (low + high) / 2
      const value = at(middle)
      if (value === cached) return middle
      if (value < cached === rises) low = middle
      else high = middle
    }
    return [low, high].find((draw) => sameValue(at(draw), cached))
  }

  chance.moment = volatile.length === 0 ? undefined : momentOf()
  const unknown = new Set<FormulaCell>()
  for (const formula of volatile) {
    const isDated = formula.functions.has('TODAY') || formula.functions.has('NOW')
    if (isDated && chance.moment === undefined) unknown.add(formula)
    else if (!isRandom(formula)) {
      if (!fits(formula)) unknown.add(formula)
    } else if (formula.cached !== null) {
      // Without a cached value any random number will do: keep the default.
      const draw = drawOf(formula)
      if (draw === undefined) unknown.add(formula)
      else chance.draws.set(formula.id, draw)
    }
  }
  return unknown
}
