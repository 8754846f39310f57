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
  /** Of all models together, counting used cells and the gaps between them. */
  maxCells: number
}

/** A workbook as its author saved it. */
interface OpenBook {
  workbook: Workbook
  calculator: Calculator
  map: MetricMap
}

/** A workbook with the chosen cells and the overrides applied. */
export interface OpenModel extends OpenBook {
  tier: Tier
  matches: readonly MetricMatch[]
  /** The author's formulas by cell, including those that are overridden. */
  written: ReadonlyMap<number, string>
  lostSources: readonly LostCell[]
  /** Workbook values of overridden metrics; null if the cell is not a number. */
  replaced: readonly ReplacedValue[]
  /** Overridden metrics that have no cell in the workbook. */
  lostOverrides: readonly string[]
  /** Overrides in a workbook that cannot be recalculated. */
  appliedByCatalogue: readonly AppliedValue[]
  ripple: ReturnType<typeof createRipple>
  /** The reliability score for the current cell values. */
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

/** LRU cache of compiled models, limited to what a thread can hold. */
export const createOpenModels = ({ maxModels, maxCells }: Limits) => {
  const books = new Map<string, OpenBook>()
  const models = new Map<string, OpenModel>()

  /** Moves an entry to the end and evicts the oldest of both maps. */
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
    // Contains computed values for cells without a cached one.
    const { workbook } = calculator.model
    const map = mapMetrics(workbook, calculator.model)
    return { workbook, calculator, map }
  }

  const openModel = (book: OpenBook, state: ModelState): OpenModel => {
    const { tier: given, settings, sources, overrides } = state
    const found = settings === undefined ? book.map : mapMetrics(book.workbook, book.calculator.model, settings)
    const chosen = chooseCells(book.calculator, found, sources, state)
    // Determined from the workbook as saved by its author, because an override never agrees with the cached values.
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
    /** Undefined if the workbook is not loaded and its bytes were not given. */
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
