import type { Workbook } from '../read/workbook.ts'
import { daysTo1904 } from '../value/serial-date.ts'
import { type ArrayValue, isArray, type Scalar } from '../value/value.ts'
import type { FormulaCell } from './model.ts'
import { sameValue } from './same-value.ts'

/** What TODAY, NOW and RAND tell while formulas are computed. */
export interface Chance {
  /** Undefined: it is not known. */
  moment: number | undefined
  /** The number that was drawn in a cell, by its slot. */
  readonly draws: Map<number, number>
}

interface Deps {
  workbook: Workbook
  formulas: readonly FormulaCell[]
  chance: Chance
  evaluate(formula: FormulaCell): Scalar | ArrayValue
}

/** Formulas that are asked which day fits. */
const maxAsked = 50
const random = ['RAND', 'RANDBETWEEN', 'RANDARRAY']
const randomCall = /\bRAND(?:BETWEEN|ARRAY)?\s*\(/gi
/** Close to the ends of what can be drawn; distributions have no value at the ends themselves. */
const margins = [0, 2 ** -53, 1e-12, 1e-6]

const isRandom = ({ functions }: FormulaCell): boolean => random.some((name) => functions.has(name))

/**
 * Finds what formulas were computed with whose values change by themselves: the day when the file was last computed, the
 * number that was drawn. With these they are formulas like all others, and follow their inputs. Answers those for which
 * it is not found.
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

  /** A cell that shows nothing but the day knows it best; else when the file was saved, in any time zone. */
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

  /** The draw that gives the cached value, where one number was drawn and more of it gives more, or less. */
  const drawOf = (formula: FormulaCell): number | undefined => {
    const { id, text, cached, array } = formula
    if (typeof cached !== 'number' || array !== undefined || text.match(randomCall)?.length !== 1) return undefined
    const at = (draw: number): number => {
      chance.draws.set(id, draw)
      const value = valueNow(formula)
      return typeof value === 'number' ? value : Number.NaN
    }
    const margin = margins.find((one) => Number.isFinite(at(one)) && Number.isFinite(at(1 - Math.max(one, 2 ** -53))))
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
      // Without a cached value any draw is as good as another: the default one is kept.
      const draw = drawOf(formula)
      if (draw === undefined) unknown.add(formula)
      else chance.draws.set(formula.id, draw)
    }
  }
  return unknown
}
