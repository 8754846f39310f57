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

    const meant = (one: Expression | undefined): Expression | undefined =>
      one?.kind === 'name' ? names[one.name] : one

    /**
     * Collects what determines the position of a reference: not the cells it names, but the cells its position depends
     * on.
     */
    const walkPlace = (one: Expression | undefined): void => {
      if (one?.kind === 'range' || one?.kind === 'table') return
      if (one?.kind === 'name') {
        if (seenPlaces.has(one.name)) return
        seenPlaces.add(one.name)
        walkPlace(names[one.name])
      } else if (one?.kind === 'binary' && (one.operator === ':' || one.operator === ',' || one.operator === ' ')) {
        walkPlace(one.left)
        walkPlace(one.right)
      } else if (one?.kind === 'call' && one.name === 'INDEX') {
        functions.add(one.name)
        const [from, ...where] = one.args
        walkPlace(from)
        for (const arg of where) walk(arg)
      } else walk(one)
    }

    const walk = (one: Expression | undefined): void => {
      if (one === undefined) return
      switch (one.kind) {
        case 'range':
          ranges.push(one)
          return
        case 'table':
          tableParts.push(one)
          return
        case 'name':
          if (seenNames.has(one.name)) return
          seenNames.add(one.name)
          walk(names[one.name])
          return
        case 'unknown':
          unknown ??= one.what
          return
        case 'unary':
          walk(one.operand)
          if (one.operator === '#') moving.push(one)
          return
        case 'binary':
          walk(one.left)
          walk(one.right)
          if (one.operator === ':') moving.push(one)
          return
        case 'call':
          functions.add(one.name)
          if (dynamicFunctions.has(one.name)) moving.push(one)
          if (sizedByCriteria.has(one.name) && one.args[2] && !sameShape(meant(one.args[0]), meant(one.args[2])))
            moving.push(one)
          for (const arg of one.args) (onlyPlace.has(one.name) ? walkPlace : walk)(arg)
          return
        case 'apply':
          walk(one.callee)
          for (const arg of one.args) walk(arg)
          return
        case 'let':
          for (const { value } of one.bindings) walk(value)
          walk(one.body)
          return
        case 'lambda':
          walk(one.body)
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
