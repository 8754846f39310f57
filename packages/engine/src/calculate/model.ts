import {
  isWithin,
  lastColumn,
  lastRow,
  type Workbook,
  type WorkbookCell,
  type WorkbookTable,
} from '@deal-canvas/workbook-reader'
import type { Expression } from '../formula/expression.ts'
import { createFormulaReader, type FormulaPlace } from '../formula/parse-formula.ts'
import { relativeText } from '../formula/relative-text.ts'
import type { CallContext } from '../functions/definition.ts'
import { functionNamed } from '../functions/registry.ts'
import type { Area, ArrayValue, Scalar } from '../value/value.ts'
import { type Component, componentsOf } from './components.ts'
import { createEvaluator } from './evaluate.ts'
import { createFormulasInArea } from './formulas-in-area.ts'
import { createGrid } from './grid.ts'
import { createNameSpace } from './name-space.ts'
import { createNodeLists } from './node-lists.ts'
import { createPrecedents } from './precedents.ts'
import { type Chance, findChance } from './volatile-formulas.ts'
import { whatIfTables } from './what-if-table.ts'

/** A cell with a formula, and everything known about it before it is computed. */
export interface FormulaCell {
  readonly id: number
  readonly place: FormulaPlace
  readonly text: string
  readonly expression: Expression
  /** The rectangle that an array formula fills. */
  readonly array: { readonly area: Area; readonly dynamic: boolean } | undefined
  /** The cached value, as computed by the author's program. */
  readonly cached: Scalar
  readonly areas: readonly Area[]
  readonly dynamic: boolean
  readonly functions: ReadonlySet<string>
  /** Why it keeps its cached value instead of being computed. */
  readonly frozen: 'external' | 'unsupported' | 'stray cell' | 'volatile' | 'syntax' | undefined
}

/** Functions that need parts of a file that are not read: pivot tables. */
const notRead = new Set(['GETPIVOTDATA'])

/** Nesting limit for names that refer to names: deeper nesting is assumed to be infinite. */
const deepestName = 64

export type Model = ReturnType<typeof createModel>

/** Parses all formulas of a workbook and orders them so that each is computed after its dependencies. */
export const createModel = (workbook: Workbook) => {
  const grid = createGrid(workbook)
  const space = createNameSpace(workbook)
  const readFormula = createFormulaReader(space)
  const names = workbook.names.map(({ formula, sheet }) =>
    readFormula(formula, { sheet: sheet ?? 0, row: 0, column: 0 }),
  )
  const precedents = createPrecedents({ names, tables: workbook.tables })
  const spills = new Map<number, Area>()

  /** Whether an expression is only an address, or a name of one. */
  const isOfCells = (expression: Expression | undefined, depth = 0): boolean => {
    if (expression === undefined || depth > deepestName) return false
    if (expression.kind === 'name') return isOfCells(names[expression.name], depth + 1)
    if (expression.kind !== 'binary') return expression.kind === 'range' || expression.kind === 'table'
    return (
      expression.operator === ',' && isOfCells(expression.left, depth + 1) && isOfCells(expression.right, depth + 1)
    )
  }

  let touched: Area[] | undefined
  const texts = new Map<number, string>()
  const readArea = (area: Area): ArrayValue => {
    touched?.push(area)
    const { sheet, top, left } = area
    const used = grid.used(area)
    // Whole columns and rows are clipped to the used range (at least one cell); other ranges keep their full size.
    const bottom = area.bottom === lastRow ? Math.max(top, used?.bottom ?? top) : area.bottom
    const right = area.right === lastColumn ? Math.max(left, used?.right ?? left) : area.right
    const items: Scalar[] = []
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) items.push(grid.get(grid.idOf(sheet, row, column)))
    return { rows: bottom - top + 1, columns: right - left + 1, items }
  }
  const filteredTables = workbook.tables.filter(({ isFiltered }) => isFiltered)
  const holdsRow =
    (sheet: number, row: number) =>
    ({ area, headerRows, totalsRows }: WorkbookTable): boolean =>
      area.sheet === sheet && row >= area.top + headerRows && row <= area.bottom - totalsRows
  const chance: Chance = { moment: undefined, draws: new Map() }
  /**
   * One context shared by all evaluations and moved from cell to cell: creating one for each took half the time of a
   * check.
   */
  const context: CallContext & { sheet: number; row: number; column: number } = {
    sheet: 0,
    row: 0,
    column: 0,
    sheets: workbook.sheets.map(({ name }) => name),
    date1904: workbook.date1904,
    get moment() {
      return chance.moment ?? 0
    },
    // A cell keeps its random number, so that what-ifs differ only by their inputs.
    random: () => chance.draws.get(grid.idOf(context.sheet, context.row, context.column)) ?? 0.5,
    cell: (sheet, row, column) => {
      touched?.push({ sheet, top: row, left: column, bottom: row, right: column })
      return grid.get(grid.idOf(sheet, row, column))
    },
    used: grid.used,
    read: readArea,
    formula: (sheet, row, column) => texts.get(grid.idOf(sheet, row, column)),
    resolve: (text) => {
      const place = { sheet: context.sheet, row: context.row, column: context.column }
      const expression = readFormula(text, place)
      return isOfCells(expression) ? { areas: precedents.areas(precedents.of(expression), place) } : undefined
    },
    isHidden: (sheet, row) => isWithin(workbook.sheets[sheet]?.hiddenRows ?? [], row),
    // A visible row in a filtered range passed the filter.
    isFiltered: (sheet, row) => {
      const { filteredRows = [], hiddenRows = [] } = workbook.sheets[sheet] ?? {}
      return isWithin(hiddenRows, row) && (isWithin(filteredRows, row) || filteredTables.some(holdsRow(sheet, row)))
    },
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
    spillOf: ({ sheet, top, left }) => {
      const id = grid.idOf(sheet, top, left)
      // A formula that could spill but returns one value fills only its own cell.
      return spills.get(id) ?? (texts.has(id) ? { sheet, top, left, bottom: top, right: left } : undefined)
    },
  })

  /** Copied formulas are parsed once and share one expression. */
  const byText = new Map<string, Expression>()
  const byMeaning = new Map<string, Expression>()
  const read = (text: string, place: FormulaPlace): Expression => {
    const relative = relativeText(text, place)
    const before = relative === undefined ? undefined : byText.get(relative)
    if (before !== undefined) return before
    const expression = readFormula(text, place)
    const meaning = JSON.stringify(expression)
    const same = byMeaning.get(meaning) ?? expression
    byMeaning.set(meaning, same)
    if (relative !== undefined) byText.set(relative, same)
    return same
  }

  const holdsStray = ({ sheet, top, left, bottom, right }: Area): boolean =>
    workbook.sheets[sheet]?.strays?.some(
      ({ row, column }) => row >= top && row <= bottom && column >= left && column <= right,
    ) ?? false

  const formulaCell = (sheet: number, cell: WorkbookCell, text: string): FormulaCell => {
    const place = { sheet, row: cell.row, column: cell.column }
    const expression = read(text, place)
    const found = precedents.of(expression)
    const { dynamic, functions, unknown, volatile } = found
    const areas = precedents.areas(found, place)
    const unsupported =
      unknown === 'name' || [...functions].some((name) => functionNamed(name) === undefined || notRead.has(name))
    return {
      id: grid.idOf(sheet, cell.row, cell.column),
      place,
      text,
      expression,
      array: cell.array,
      cached: cell.isUncached === true ? null : cell.value,
      areas,
      dynamic,
      functions,
      frozen:
        unknown === 'external' || unknown === 'syntax'
          ? unknown
          : unsupported
            ? 'unsupported'
            : areas.some(holdsStray)
              ? 'stray cell'
              : volatile
                ? 'volatile'
                : undefined,
    }
  }

  const formulas: FormulaCell[] = []
  /** The formula that fills each slot: its index plus 1, or 0 for none. */
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

  const tables = whatIfTables(workbook, grid)
  tables.forEach(({ area: { sheet, top, left, bottom, right } }, n) => {
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        filledBy[grid.idOf(sheet, row, column)] = formulas.length + n + 1
  })
  filledBy[0] = 0
  const formulasIn = createFormulasInArea(grid, filledBy)

  /** The areas that each dynamic formula (such as OFFSET and INDIRECT) read when it was last computed. */
  const looks = new Map<number, readonly Area[]>()
  const evaluate = ({ expression, place, array }: FormulaCell): Scalar | ArrayValue =>
    array === undefined ? evaluator.scalar(expression, place) : evaluator.array(expression, place)
  const unknown = findChance({ workbook, formulas, chance, evaluate })
  formulas.forEach((formula, n) => {
    if (formula.frozen === 'volatile' && !unknown.has(formula)) formulas[n] = { ...formula, frozen: undefined }
  })
  const watched = <Result>(run: () => Result): { value: Result; seen: readonly Area[] } => {
    const seen: Area[] = []
    touched = seen
    try {
      return { value: run(), seen }
    } finally {
      touched = undefined
    }
  }
  const compute = (formula: FormulaCell): Scalar | ArrayValue => {
    if (!formula.dynamic) return evaluate(formula)
    const { value, seen } = watched(() => evaluate(formula))
    looks.set((filledBy[formula.id] ?? 0) - 1, seen)
    return value
  }

  /** The nodes that a formula reads with the current values: only those in the IF branch that is taken. */
  const readsOf = (formula: FormulaCell): number[] => [...formulasIn(watched(() => evaluate(formula)).seen)]

  /**
   * Everything a formula currently reads, even if it is frozen: the references in its text plus its dynamic references.
   */
  const reachOf = ({ expression, place, areas, dynamic }: FormulaCell): readonly Area[] => {
    if (!dynamic) return areas
    const { moving } = precedents.of(expression)
    const { value, seen } = watched(() => {
      evaluator.array(expression, place)
      return moving.flatMap((part) => evaluator.areas(part, place))
    })
    return [...areas, ...seen, ...value]
  }

  const areasOf = (n: number): readonly Area[] => {
    const formula = formulas[n]
    if (formula === undefined) return tables[n - formulas.length]?.areas ?? []
    if (formula.frozen !== undefined) return []
    if (!formula.dynamic) return formula.areas
    if (!looks.has(n)) compute(formula)
    return looks.get(n) ?? []
  }

  const count = formulas.length + tables.length
  const depends = createNodeLists(count)
  const moving = new Map<number, { areas: readonly Area[]; nodes: Int32Array }>()
  const dependsOn = (n: number): Int32Array => {
    if (formulas[n]?.dynamic) {
      const areas = areasOf(n)
      const before = moving.get(n)
      if (before?.areas === areas) return before.nodes
      const nodes = formulasIn(areas)
      moving.set(n, { areas, nodes })
      return nodes
    }
    const before = depends.get(n)
    if (before !== undefined) return before
    const nodes = formulasIn(areasOf(n))
    depends.keep(n, nodes)
    return nodes
  }

  const isEverTheSame = formulas.every(({ dynamic }) => !dynamic)
  let known: readonly Component[] | undefined

  return {
    workbook,
    grid,
    formulas,
    /** The expressions behind the defined names. */
    names,
    /** The workbook queries available to functions. */
    context: context as CallContext,
    /** The data tables; among the nodes of the graph they come after the formulas. */
    tables,
    /** The number of nodes in the graph: formulas, then data tables. */
    count,
    /** The areas that a node reads; for a dynamic formula, those of its last computation. */
    areasOf,
    /** Must be called after cells were restored, so that dynamic references are resolved again. */
    forgetLooks: (): void => looks.clear(),
    /** The nodes that a node reads. */
    dependsOn,
    /** The node that fills a slot; -1 if none. */
    nodeAt: (id: number): number => (filledBy[id] ?? 0) - 1,
    order: (): readonly Component[] => {
      const components = known ?? componentsOf(count, dependsOn)
      if (isEverTheSame) known = components
      return components
    },
    compute,
    reachOf,
    readsOf,
  }
}
