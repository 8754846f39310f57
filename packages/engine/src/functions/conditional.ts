import { divError, valueError } from '@deal-canvas/workbook-reader'
import { type Area, type ArrayValue, columnsOf, isError, isReference, rowsOf, type Scalar } from '../value/value.ts'
import { scalar } from './arguments.ts'
import { type Criterion, readCriterion } from './criteria.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf, itemOf } from './grid.ts'
import { largest, smallest, sum } from './summaries.ts'

/** A range to search; empty cells at its end may not have been read. */
interface Region {
  readonly rows: number
  readonly columns: number
  readonly read: ArrayValue
}

interface Condition {
  readonly region: Region
  readonly holds: Criterion
}

const regionOfArea = (area: Area, context: CallContext): Region => ({
  rows: rowsOf(area),
  columns: columnsOf(area),
  read: context.read(area),
})

/** Excel accepts only ranges here, not arrays. */
const regionOf = (arg: Argument, context: CallContext): Region => {
  if (arg !== undefined && isReference(arg)) return regionOfArea(areaOf(arg), context)
  return isError(arg) ? fail(arg) : fail(valueError)
}

const cellAt = ({ read }: Region, row: number, column: number): Scalar =>
  row < read.rows && column < read.columns ? itemOf(read, row, column) : null

const conditionsOf = (args: readonly Argument[], context: CallContext): Condition[] => {
  if (args.length === 0 || args.length % 2 === 1) return fail(valueError)
  const conditions: Condition[] = []
  for (let n = 0; n < args.length; n += 2)
    conditions.push({ region: regionOf(args[n], context), holds: readCriterion(scalar(args[n + 1])) })
  const [first] = conditions as [Condition]
  for (const { region } of conditions)
    if (region.rows !== first.region.rows || region.columns !== first.region.columns) return fail(valueError)
  return conditions
}

/** Visits the positions at which all conditions hold, within the part that was read of any range. */
const eachMatch = (conditions: readonly Condition[], visit: (row: number, column: number) => void): void => {
  const rows = Math.max(...conditions.map(({ region }) => region.read.rows))
  const columns = Math.max(...conditions.map(({ region }) => region.read.columns))
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (conditions.every(({ region, holds }) => holds(cellAt(region, row, column)))) visit(row, column)
}

const count = (conditions: readonly Condition[]): number => {
  let found = 0
  eachMatch(conditions, () => {
    found += 1
  })
  if (!conditions.every(({ holds }) => holds(null))) return found
  // The empty cells that were not read match as well.
  const { rows, columns } = (conditions[0] as Condition).region
  const seenRows = Math.max(...conditions.map(({ region }) => region.read.rows))
  const seenColumns = Math.max(...conditions.map(({ region }) => region.read.columns))
  return found + rows * columns - seenRows * seenColumns
}

const matchingNumbers = (values: Region, conditions: readonly Condition[]): number[] => {
  const found: number[] = []
  eachMatch(conditions, (row, column) => {
    const value = cellAt(values, row, column)
    if (isError(value)) fail(value)
    if (typeof value === 'number') found.push(value)
  })
  return found
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? fail(divError) : sum(values) / values.length

/** SUMIF and AVERAGEIF: the values start at the given cell and have the size of the criteria range. */
const byOneCriterion = (name: string, compute: (values: readonly number[]) => number): FunctionDefinition =>
  define(name, 'rvr?', ([range, criterion, values], context) => {
    const conditions = conditionsOf([range, criterion], context)
    const { region } = conditions[0] as Condition
    if (values === undefined) return compute(matchingNumbers(region, conditions))
    if (!isReference(values)) return fail(valueError)
    const { sheet, top, left } = areaOf(values)
    const area = { sheet, top, left, bottom: top + region.rows - 1, right: left + region.columns - 1 }
    return compute(matchingNumbers(regionOfArea(area, context), conditions))
  })

const byCriteria = (name: string, compute: (values: readonly number[]) => number): FunctionDefinition =>
  define(name, 'rrvr*v*', ([values, ...criteria], context) => {
    const region = regionOf(values, context)
    const conditions = conditionsOf(criteria, context)
    const [first] = conditions as [Condition]
    if (region.rows !== first.region.rows || region.columns !== first.region.columns) return fail(valueError)
    return compute(matchingNumbers(region, conditions))
  })

export const conditionalFunctions: FunctionDefinition[] = [
  byOneCriterion('SUMIF', sum),
  byOneCriterion('AVERAGEIF', meanOf),
  define('COUNTIF', 'rv', (args, context) => count(conditionsOf(args, context))),
  define('COUNTIFS', 'rvr*v*', (args, context) => count(conditionsOf(args, context))),
  byCriteria('SUMIFS', sum),
  byCriteria('AVERAGEIFS', meanOf),
  byCriteria('MAXIFS', largest),
  byCriteria('MINIFS', smallest),
]
