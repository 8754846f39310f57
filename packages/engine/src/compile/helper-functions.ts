import { tag } from '../calculate/grid.ts'
import type { Model } from '../calculate/model.ts'
import type { Argument } from '../functions/definition.ts'
import { functionNamed } from '../functions/registry.ts'
import { type ArrayValue, isError, type Scalar, type Value } from '../value/value.ts'
import type { LaneGrids } from './lane-grids.ts'

/** The inputs of a helper of compiled formulas: the model, and the slots of its template. */
export interface HelperEnvironment {
  readonly model: Model
  readonly slots: Int32Array
}

/** A helper; it returns NaN if only the interpreter can decide. */
export type Helper = (...args: never[]) => number
export interface HelperMaker {
  (environment: HelperEnvironment): Helper
  /** Creates a helper that processes all lanes at once, if that is faster than one by one. */
  readonly lanes?: LaneHelperMaker
}

/** The inputs of a helper for all lanes. */
export interface LaneEnvironment extends HelperEnvironment {
  readonly grids: LaneGrids
}

/** An argument that differs between lanes, or is the same in all. */
export type LaneArgument<T> = T | readonly T[]

/** Writes the result of each lane into the first argument: NaN if only the interpreter can decide. */
export type LaneHelper = (into: Float64Array, ...args: never[]) => void
export type LaneHelperMaker = (environment: LaneEnvironment) => LaneHelper

/** A helper maker with a separate implementation for lanes. */
export const withLanes = (one: (environment: HelperEnvironment) => Helper, lanes: LaneHelperMaker): HelperMaker =>
  Object.assign((environment: HelperEnvironment) => one(environment), { lanes })

/** The offsets of a rectangle's fields within its slots. */
export const areaSlot = { first: 0, rows: 1, columns: 2, step: 3, allRows: 4, allColumns: 5 } as const

/** Functions of numbers only, for which an empty cell is 0. */
export const scalarFunctions: ReadonlySet<string> = new Set(
  `PMT IPMT PPMT PV FV NPER RATE CUMIPMT CUMPRINC EFFECT NOMINAL RRI SLN SYD DB DDB ROUND ROUNDUP ROUNDDOWN TRUNC MROUND
  CEILING FLOOR CEILING.MATH FLOOR.MATH INT MOD POWER LOG LOG10 LN SIGN QUOTIENT EVEN ODD DATE YEAR MONTH DAY EDATE EOMONTH
  DAYS DAYS360 YEARFRAC WEEKDAY NORM.INV NORMINV NORM.DIST NORM.S.DIST NORM.S.INV SIN COS TAN`.split(/\s+/),
)

/** Functions of numbers and ranges that ignore everything in a range but numbers. */
export const rangeFunctions: ReadonlySet<string> = new Set(
  `IRR NPV MIRR XIRR XNPV MEDIAN PRODUCT SUMSQ LARGE SMALL STDEV STDEV.S STDEV.P VAR VAR.S VAR.P PERCENTILE PERCENTILE.INC
  PERCENTILE.EXC QUARTILE QUARTILE.INC`.split(/\s+/),
)

/** The value of a library function; NaN if it is not a number. */
export const numberFrom = (run: () => Value): number => {
  try {
    const value = run()
    return typeof value === 'number' ? value : Number.NaN
  } catch (thrown) {
    if (isError(thrown as Value)) return Number.NaN
    throw thrown
  }
}

/** A call of a library function with numbers; omitted arguments are not among them. */
export const scalarCall =
  (name: string, given: readonly boolean[]): HelperMaker =>
  ({ model }) => {
    const found = functionNamed(name)
    const args: Argument[] = given.map(() => undefined)
    const places = given.flatMap((isGiven, n) => (isGiven ? [n] : []))
    const run = (): Value => (found === undefined || found.lazy ? null : found.run(args, model.context))
    return (...numbers: number[]) => {
      for (let n = 0; n < places.length; n++) {
        const value = numbers[n] ?? Number.NaN
        if (value - value !== 0) return Number.NaN
        args[places[n] ?? 0] = value
      }
      return numberFrom(run)
    }
  }

/** The numbers of a rectangle in the form that library functions expect. */
const gather = ({ model: { grid }, slots }: HelperEnvironment, at: number, into: Scalar[]): boolean => {
  const { numbers, tags } = grid
  const [rows, columns] = [slots[at + areaSlot.rows] ?? 0, slots[at + areaSlot.columns] ?? 0]
  if (rows !== slots[at + areaSlot.allRows] || columns !== slots[at + areaSlot.allColumns]) return false
  into.length = rows * columns
  for (let row = 0, n = 0, id = slots[at] ?? 0; row < rows; row++, id += slots[at + areaSlot.step] ?? 0)
    for (let column = 0; column < columns; column++) {
      const kind = tags[id + column] ?? 0
      if (kind > tag.number) return false
      into[n++] = kind === tag.number ? (numbers[id + column] ?? 0) : null
    }
  return true
}

/**
 * A call with numbers and rectangles. Text in a rectangle, or a rectangle beyond the used range, is left to the
 * interpreter.
 */
export const rangeCall =
  (name: string, isArea: readonly boolean[]): HelperMaker =>
  (environment) => {
    const found = functionNamed(name)
    const { slots } = environment
    const lists = isArea.map((): Scalar[] => [])
    const args: Argument[] = isArea.map(() => null)
    const run = (): Value => (found === undefined || found.lazy ? null : found.run(args, environment.model.context))
    return (...given: number[]) => {
      for (let n = 0; n < isArea.length; n++) {
        const value = given[n] ?? Number.NaN
        const items = lists[n] ?? []
        if (!isArea[n]) {
          if (value - value !== 0) return Number.NaN
          args[n] = value
        } else if (gather(environment, value, items)) {
          const array: ArrayValue = {
            rows: slots[value + areaSlot.rows] ?? 0,
            columns: slots[value + areaSlot.columns] ?? 0,
            items,
          }
          args[n] = array
        } else return Number.NaN
      }
      return numberFrom(run)
    }
  }
