import type { WorkbookTable } from '@deal-canvas/workbook-reader'
import { areasOf } from '../formula/area-of.ts'
import type { Expression, RangeExpression } from '../formula/expression.ts'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import { sameShape } from '../formula/same-shape.ts'
import { tableArea } from '../formula/table-area.ts'
import type { Area } from '../value/value.ts'

/** What a formula refers to, independent of its own position. */
export interface Precedents {
  readonly ranges: readonly RangeExpression[]
  readonly tables: readonly (Expression & { kind: 'table' })[]
  /**
   * Whether it can refer to more than its text shows: OFFSET, INDIRECT, `A1:INDEX(…)`, SUMIF with a shorter sum range.
   */
  readonly dynamic: boolean
  /** The sub-expressions that do so. */
  readonly moving: readonly Expression[]
  /** Whether it is volatile. */
  readonly volatile: boolean
  /** Set if it needs another workbook, an unknown name, or cannot be parsed. */
  readonly unknown: 'external' | 'name' | 'syntax' | undefined
  /** The functions it calls. */
  readonly functions: ReadonlySet<string>
}

const dynamicFunctions = new Set(['OFFSET', 'INDIRECT'])
const volatileFunctions = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY'])

interface Deps {
  names: readonly Expression[]
  tables: readonly WorkbookTable[]
}

/** Functions that use the position of a reference, not its content. */
const onlyPlace = new Set([
  'ROW',
  'ROWS',
  'COLUMN',
  'COLUMNS',
  'SHEET',
  'SHEETS',
  'AREAS',
  'FORMULATEXT',
  'ISFORMULA',
  'ISREF',
])

/** Functions whose sum range has the size of their criteria range, whatever size is written. */
const sizedByCriteria = new Set(['SUMIF', 'AVERAGEIF'])

/** Finds the references of formulas; identical formulas are traversed once. */
export const createPrecedents = ({ names, tables }: Deps) => {
  const known = new WeakMap<Expression, Precedents>()

  const find = (expression: Expression): Precedents => {
    const ranges: RangeExpression[] = []
    const tableParts: (Expression & { kind: 'table' })[] = []
    const functions = new Set<string>()
    const [seenNames, seenPlaces] = [new Set<number>(), new Set<number>()]
    const moving: Expression[] = []
    let unknown: Precedents['unknown']

    const meant = (expression: Expression | undefined): Expression | undefined =>
      expression?.kind === 'name' ? names[expression.name] : expression

    /**
     * Collects what determines the position of a reference: not the cells it names, but the cells its position depends
     * on.
     */
    const walkPlace = (expression: Expression | undefined): void => {
      if (expression?.kind === 'range' || expression?.kind === 'table') return
      if (expression?.kind === 'name') {
        if (seenPlaces.has(expression.name)) return
        seenPlaces.add(expression.name)
        walkPlace(names[expression.name])
      } else if (
        expression?.kind === 'binary' &&
        (expression.operator === ':' || expression.operator === ',' || expression.operator === ' ')
      ) {
        walkPlace(expression.left)
        walkPlace(expression.right)
      } else if (expression?.kind === 'call' && expression.name === 'INDEX') {
        functions.add(expression.name)
        const [from, ...where] = expression.args
        walkPlace(from)
        for (const arg of where) walk(arg)
      } else walk(expression)
    }

    const walk = (expression: Expression | undefined): void => {
      if (expression === undefined) return
      switch (expression.kind) {
        case 'range':
          ranges.push(expression)
          return
        case 'table':
          tableParts.push(expression)
          return
        case 'name':
          if (seenNames.has(expression.name)) return
          seenNames.add(expression.name)
          walk(names[expression.name])
          return
        case 'unknown':
          unknown ??= expression.what
          return
        case 'unary':
          walk(expression.operand)
          if (expression.operator === '#') moving.push(expression)
          return
        case 'binary':
          walk(expression.left)
          walk(expression.right)
          if (expression.operator === ':') moving.push(expression)
          return
        case 'call':
          functions.add(expression.name)
          if (dynamicFunctions.has(expression.name)) moving.push(expression)
          if (
            sizedByCriteria.has(expression.name) &&
            expression.args[2] &&
            !sameShape(meant(expression.args[0]), meant(expression.args[2]))
          )
            moving.push(expression)
          for (const arg of expression.args) (onlyPlace.has(expression.name) ? walkPlace : walk)(arg)
          return
        case 'apply':
          walk(expression.callee)
          for (const arg of expression.args) walk(arg)
          return
        case 'let':
          for (const { value } of expression.bindings) walk(value)
          walk(expression.body)
          return
        case 'lambda':
          walk(expression.body)
          return
        default:
      }
    }
    walk(expression)
    const volatile = [...functions].some((name) => volatileFunctions.has(name))
    return { ranges, tables: tableParts, dynamic: moving.length > 0, moving, unknown, functions, volatile }
  }

  return {
    of: (expression: Expression): Precedents => {
      const before = known.get(expression)
      if (before !== undefined) return before
      const found = find(expression)
      known.set(expression, found)
      return found
    },

    /** The rectangles that a formula at a given position refers to. */
    areas: ({ ranges, tables: parts }: Precedents, place: FormulaPlace): Area[] => {
      const areas: Area[] = []
      for (const range of ranges) for (const area of areasOf(range, place)) areas.push(area)
      for (const { table, sections, columns } of parts) {
        const found = tables[table]
        const area = found && tableArea(found, sections, columns, place)
        if (area !== undefined) areas.push(area)
      }
      return areas
    },
  }
}
