import { lastColumn, lastRow } from '../cell-reference.ts'
import type { Expression } from '../formula/expression.ts'
import { createFormulaReader, type FormulaPlace } from '../formula/parse-formula.ts'
import { relativeText } from '../formula/relative-text.ts'
import type { CallContext } from '../functions/definition.ts'
import { functionNamed } from '../functions/registry.ts'
import type { Workbook, WorkbookCell } from '../read/workbook.ts'
import type { Area, ArrayValue, Scalar } from '../value/value.ts'
import { componentsOf } from './components.ts'
import { createEvaluator } from './evaluate.ts'
import { createGrid } from './grid.ts'
import { createNameSpace } from './name-space.ts'
import { createPrecedents } from './precedents.ts'

/** A cell with a formula, and all that is known about it before it is computed. */
export interface FormulaCell {
  readonly id: number
  readonly place: FormulaPlace
  readonly text: string
  readonly expression: Expression
  /** The rectangle that its values fill, where it is an array formula. */
  readonly array: { readonly area: Area; readonly dynamic: boolean } | undefined
  /** What the author's program computed. */
  readonly cached: Scalar
  readonly areas: readonly Area[]
  readonly dynamic: boolean
  readonly functions: ReadonlySet<string>
  /** Why it is not computed but keeps its cached value. */
  readonly frozen: 'external' | 'unsupported' | 'volatile' | 'syntax' | undefined
}

export type Model = ReturnType<typeof createModel>

/** Reads all formulas of a workbook and orders them, so that each is computed after what it depends on. */
export const createModel = (workbook: Workbook) => {
  const grid = createGrid(workbook)
  const space = createNameSpace(workbook)
  const readFormula = createFormulaReader(space)
  const names = workbook.names.map(({ formula, sheet }) =>
    readFormula(formula, { sheet: sheet ?? 0, row: 0, column: 0 }),
  )
  const precedents = createPrecedents({ names, tables: workbook.tables })
  const spills = new Map<number, Area>()

  let touched: Area[] | undefined
  const texts = new Map<number, string>()
  const readArea = (area: Area): ArrayValue => {
    touched?.push(area)
    const { sheet, top, left } = area
    const used = grid.used(area)
    // Whole columns and rows as far as cells are used, and at least one; others in full, as big as those beside them.
    const bottom = area.bottom === lastRow ? Math.max(top, used?.bottom ?? top) : area.bottom
    const right = area.right === lastColumn ? Math.max(left, used?.right ?? left) : area.right
    const items: Scalar[] = []
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) items.push(grid.get(grid.idOf(sheet, row, column)))
    return { rows: bottom - top + 1, columns: right - left + 1, items }
  }
  let seed = 1
  /** One for all computations, moved from cell to cell: making one for each took half of the time of a check. */
  const context: CallContext & { sheet: number; row: number; column: number } = {
    sheet: 0,
    row: 0,
    column: 0,
    sheets: workbook.sheets.map(({ name }) => name),
    date1904: workbook.date1904,
    moment: 0,
    random: () => {
      seed = (seed * 16_807) % 2_147_483_647
      return seed / 2_147_483_647
    },
    cell: (sheet, row, column) => {
      touched?.push({ sheet, top: row, left: column, bottom: row, right: column })
      return grid.get(grid.idOf(sheet, row, column))
    },
    used: grid.used,
    read: readArea,
    formula: (sheet, row, column) => texts.get(grid.idOf(sheet, row, column)),
    resolve: (text) => {
      const expression = readFormula(text, { sheet: 0, row: 0, column: 0 })
      const areas = precedents.areas(precedents.of(expression), { sheet: 0, row: 0, column: 0 })
      return expression.kind === 'range' || expression.kind === 'name' || expression.kind === 'table'
        ? { areas }
        : undefined
    },
    isHidden: () => false,
  }
  const evaluator = createEvaluator({
    contextAt: ({ sheet, row, column }) => {
      context.sheet = sheet
      context.row = row
      context.column = column
      return context
    },
    names,
    tables: workbook.tables,
    spillOf: ({ sheet, top, left }) => spills.get(grid.idOf(sheet, top, left)),
  })

  /** Formulas that were copied along are read once, and are one and the same. */
  const byText = new Map<string, Expression>()
  const byMeaning = new Map<string, Expression>()
  const read = (text: string, place: FormulaPlace): Expression => {
    const told = relativeText(text, place)
    const before = told === undefined ? undefined : byText.get(told)
    if (before !== undefined) return before
    const expression = readFormula(text, place)
    const meaning = JSON.stringify(expression)
    const same = byMeaning.get(meaning) ?? expression
    byMeaning.set(meaning, same)
    if (told !== undefined) byText.set(told, same)
    return same
  }

  const formulaCell = (sheet: number, cell: WorkbookCell, text: string): FormulaCell => {
    const place = { sheet, row: cell.row, column: cell.column }
    const expression = read(text, place)
    const found = precedents.of(expression)
    const { dynamic, functions, unknown, volatile } = found
    const unsupported = unknown === 'name' || [...functions].some((name) => functionNamed(name) === undefined)
    return {
      id: grid.idOf(sheet, cell.row, cell.column),
      place,
      text,
      expression,
      array: cell.array,
      cached: cell.value,
      areas: precedents.areas(found, place),
      dynamic,
      functions,
      frozen:
        unknown === 'external' || unknown === 'syntax'
          ? unknown
          : unsupported
            ? 'unsupported'
            : volatile
              ? 'volatile'
              : undefined,
    }
  }

  const formulas: FormulaCell[] = []
  /** Which formula fills a slot; 0: none, otherwise its place in the list and one more. */
  const filledBy = new Int32Array(grid.size)
  workbook.sheets.forEach(({ cells }, sheet) => {
    for (const cell of cells) {
      if (cell.formula === undefined) continue
      const formula = formulaCell(sheet, cell, cell.formula)
      texts.set(formula.id, cell.formula)
      formulas.push(formula)
      filledBy[formula.id] = formulas.length
      if (cell.array === undefined) continue
      const { area } = cell.array
      spills.set(formula.id, area)
      for (let row = area.top; row <= area.bottom; row++)
        for (let column = area.left; column <= area.right; column++)
          filledBy[grid.idOf(sheet, row, column)] = formulas.length
    }
  })
  filledBy[0] = 0

  /** The formulas inside a rectangle, each once; many formulas look at the same one. */
  const inArea = new Map<string, Int32Array>()
  const formulasInArea = (area: Area): Int32Array => {
    const used = grid.used(area)
    if (used === undefined) return new Int32Array()
    const { sheet, top, left, bottom, right } = used
    const isOne = top === bottom && left === right
    const key = `${sheet} ${top} ${left} ${bottom} ${right}`
    const before = isOne ? undefined : inArea.get(key)
    if (before !== undefined) return before
    const found: number[] = []
    for (let row = top; row <= bottom; row++) {
      let id = grid.idOf(sheet, row, left)
      for (let column = left; column <= right; column++, id++) {
        const by = filledBy[id] ?? 0
        // The cells of an array formula lie side by side.
        if (by > 0 && found.at(-1) !== by - 1) found.push(by - 1)
      }
    }
    const list = Int32Array.from(found)
    if (!isOne) inArea.set(key, list)
    return list
  }
  const formulasIn = (areas: readonly Area[]): Int32Array => {
    const [only, another] = areas
    if (only === undefined) return new Int32Array()
    return another === undefined
      ? formulasInArea(only)
      : Int32Array.from(areas.flatMap((area) => [...formulasInArea(area)]))
  }

  /** What a formula really looked at, which for OFFSET and INDIRECT only its computation tells. */
  const lookedAt = (formula: FormulaCell): Area[] => {
    touched = []
    compute(formula)
    const areas = touched
    touched = undefined
    return areas
  }

  const compute = ({ expression, place, array }: FormulaCell): Scalar | ArrayValue =>
    array === undefined ? evaluator.scalar(expression, place) : evaluator.array(expression, place)

  const depends: (Int32Array | undefined)[] = []
  /** What a formula looks at, among formulas. */
  const dependsOn = (n: number): Int32Array => {
    const before = depends[n]
    if (before !== undefined) return before
    const formula = formulas[n]
    const found =
      formula === undefined || formula.frozen !== undefined
        ? new Int32Array()
        : formulasIn(formula.dynamic ? [...formula.areas, ...lookedAt(formula)] : formula.areas)
    depends[n] = found
    return found
  }

  return { workbook, grid, formulas, dependsOn, order: () => componentsOf(formulas.length, dependsOn), compute }
}
