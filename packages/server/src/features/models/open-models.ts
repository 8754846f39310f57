import {
  type Calculator,
  createRipple,
  createScores,
  type MetricMap,
  type MetricMatch,
  mapMetrics,
  openCalculator,
  readWorkbook,
  type Tier,
  tierOf,
  type Workbook,
} from '@deal-canvas/engine'
import { worthOf } from './cell-number.ts'
import { chooseCells, type LostCell } from './chosen-cells.ts'
import type { AppliedValue, ModelState, ReplacedValue } from './model-state.ts'
import { withValues } from './overridden-workbook.ts'

interface Limits {
  maxModels: number
  /** Of all models together, used cells and those between them. */
  maxCells: number
}

/** A workbook as its author left it. */
interface OpenBook {
  workbook: Workbook
  calculator: Calculator
  map: MetricMap
}

/** A workbook with the cells that people chose and the values that they applied. */
export interface OpenModel extends OpenBook {
  tier: Tier
  matches: readonly MetricMatch[]
  /** The formulas of the author by their cells; one that a value was applied over is among them. */
  written: ReadonlyMap<number, string>
  lostSources: readonly LostCell[]
  /** What the workbook says of metrics that a value was applied over; null: its cell is not a number. */
  replaced: readonly ReplacedValue[]
  /** Metrics whose applied value the workbook has no place for. */
  lostOverrides: readonly string[]
  /** Values that were applied to a workbook that cannot be recalculated. */
  appliedByCatalogue: readonly AppliedValue[]
  ripple: ReturnType<typeof createRipple>
  /** How far the numbers can be relied on, as the cells are now. */
  scoreOf: ReturnType<typeof createScores>
}

const replacedValues = (
  { workbook, calculator }: OpenBook,
  matches: readonly MetricMatch[],
  overrides: readonly AppliedValue[],
): ReplacedValue[] => {
  const { grid } = calculator.model
  const overridden = new Set(overrides.map(({ metricKey }) => metricKey))
  return matches
    .filter(({ metricKey }) => overridden.has(metricKey))
    .map(({ metricKey, sheet, row, column, unit, scale }) => {
      const at = workbook.sheets.findIndex(({ name }) => name === sheet)
      const held = grid.get(grid.idOf(at, row, column))
      const value = typeof held === 'number' ? worthOf(held, { unit, scale, date1904: workbook.date1904 }) : null
      return { metricKey, value }
    })
}

/** Compiled models, those that were used last; more than a thread has room for are let go. */
export const createOpenModels = ({ maxModels, maxCells }: Limits) => {
  const books = new Map<string, OpenBook>()
  const models = new Map<string, OpenModel>()

  /** Puts the newest last, and lets go of the oldest of both kinds. */
  const keep = <Kept extends OpenBook>(kept: Map<string, Kept>, key: string, value: Kept): Kept => {
    kept.delete(key)
    kept.set(key, value)
    const cells = () =>
      [...new Set([...books.values(), ...models.values()].map(({ calculator }) => calculator))].reduce(
        (sum, { model }) => sum + model.grid.size,
        0,
      )
    for (const oldest of [models, books] as Map<string, OpenBook>[])
      while (oldest.size > 1 && (oldest.size > maxModels || cells() > maxCells)) {
        const [first] = oldest.keys()
        if (first === undefined || first === key) break
        oldest.delete(first)
      }
    return value
  }

  const openBook = (bytes: Uint8Array): OpenBook => {
    const calculator = openCalculator(readWorkbook(bytes))
    // With computed values where the file has none.
    const { workbook } = calculator.model
    const map = mapMetrics(workbook, calculator.model)
    return { workbook, calculator, map }
  }

  const openModel = (book: OpenBook, state: ModelState): OpenModel => {
    const { tier: given, settings, sources, overrides } = state
    const found = settings === undefined ? book.map : mapMetrics(book.workbook, book.calculator.model, settings)
    const chosen = chooseCells(book.calculator, found, sources, state)
    // By the workbook as its author left it: a value that was applied agrees with nothing.
    const tier = given ?? tierOf(book.calculator, chosen.matches)
    const applied =
      tier === 'full' ? withValues(book.workbook, book.calculator, chosen.matches, overrides) : book.workbook
    const known = new Set(chosen.matches.map(({ metricKey }) => metricKey))
    const calculator = applied === book.workbook ? book.calculator : openCalculator(applied)
    const map = { ...found, matches: chosen.matches }
    return {
      workbook: applied,
      calculator,
      map,
      tier,
      matches: chosen.matches,
      written: new Map(book.calculator.model.formulas.map(({ id, text }) => [id, text])),
      lostSources: chosen.lost,
      replaced: replacedValues(book, chosen.matches, overrides),
      lostOverrides: overrides.flatMap(({ metricKey }) => (known.has(metricKey) ? [] : [metricKey])),
      appliedByCatalogue: tier === 'full' ? [] : overrides.filter(({ metricKey }) => known.has(metricKey)),
      ripple: createRipple(calculator, map),
      scoreOf: createScores(calculator),
    }
  }

  return {
    /** Undefined: the workbook is not here, and its bytes were not given. */
    get: (state: ModelState, bytes?: Uint8Array): OpenModel | undefined => {
      const key = JSON.stringify(state)
      const known = models.get(key)
      const isRead = known !== undefined || books.has(state.sha256) || bytes === undefined
      const book = isRead ? books.get(state.sha256) : openBook(bytes)
      if (book !== undefined) keep(books, state.sha256, book)
      const model = known ?? (book === undefined ? undefined : openModel(book, state))
      return model === undefined ? undefined : keep(models, key, model)
    },
  }
}
