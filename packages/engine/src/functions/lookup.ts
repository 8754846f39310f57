import { naError, refError, valueError } from '@deal-canvas/workbook-reader'
import { isError, isReference, type Scalar, type Value } from '../value/value.ts'
import { array, boolean, integer, scalar } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf, given, itemOf, makeArray, type Table, table } from './grid.ts'
import {
  findItem,
  findNearest,
  findSorted,
  type Likeness,
  lastNotAfter,
  lastNotBefore,
  matcher,
  type Substitute,
} from './search.ts'

/** A lookup key: an error is thrown. */
const wantedValue = (arg: Argument): Scalar => {
  const value = scalar(arg)
  return isError(value) ? fail(value) : value
}

const found = (place: number): number => (place === -1 ? fail(naError) : place)

/** The index in the first line of a table, as VLOOKUP and HLOOKUP search it. */
const placeIn = (line: readonly Scalar[], wanted: Scalar, approximate: boolean): number =>
  found(approximate ? lastNotAfter(line, wanted) : findItem(line, matcher(wanted, 'wildcard')))

const lineNumber = (arg: Argument, lines: number): number => {
  const line = integer(arg)
  if (line < 1) fail(valueError)
  return line > lines ? fail(refError) : line - 1
}

/** The table of VLOOKUP and HLOOKUP: text is not a table. */
const tableOf = (arg: Argument, context: CallContext): Table =>
  typeof arg === 'string' ? fail(valueError) : table(isError(arg) ? fail(arg) : arg, context)

const vlookup = (args: readonly Argument[], context: CallContext): Value => {
  const [wanted, where, column] = args
  const from = tableOf(where, context)
  const value = wantedValue(wanted)
  const at = lineNumber(column, from.columns)
  return from.at(placeIn(from.column(0), value, boolean(given(args, 3), true)), at)
}

const hlookup = (args: readonly Argument[], context: CallContext): Value => {
  const [wanted, where, row] = args
  const from = tableOf(where, context)
  const value = wantedValue(wanted)
  const at = lineNumber(row, from.rows)
  return from.at(at, placeIn(from.row(0), value, boolean(given(args, 3), true)))
}

/** A table of one row or column as a list. */
const listOf = (from: Table): readonly Scalar[] => {
  if (from.columns === 1) return from.column(0)
  return from.rows === 1 ? from.row(0) : fail(naError)
}

const lookup = ([wanted, where, results]: readonly Argument[], context: CallContext): Value => {
  const from = table(where, context)
  const value = wantedValue(wanted)
  const across = from.columns > from.rows
  const place = found(lastNotAfter(across ? from.row(0) : from.column(0), value))
  const to = results === undefined ? from : table(results, context)
  if (results === undefined) return across ? to.at(to.rows - 1, place) : to.at(place, to.columns - 1)
  if (place >= to.rows * to.columns) fail(naError)
  return to.rows === 1 && to.columns > 1 ? to.at(0, place) : to.at(place, 0)
}

const match = (args: readonly Argument[], context: CallContext): number => {
  const [wanted, where] = args
  const items = listOf(table(where, context))
  const value = wantedValue(wanted)
  const type = integer(given(args, 2), 1)
  if (type === 0) return found(findItem(items, matcher(value, 'wildcard'))) + 1
  return found((type < 0 ? lastNotBefore : lastNotAfter)(items, value)) + 1
}

const likenesses: Record<number, Likeness> = { 2: 'wildcard', 3: 'expression' }
const substitutes: Record<number, Substitute> = { 0: 'none', [-1]: 'smaller', 1: 'larger' }

/** An empty key matches an empty cell; those at the end of a range have not been read. */
const findEmpty = (items: readonly Scalar[], length: number, backwards: boolean): number => {
  if (backwards && items.length < length) return length - 1
  const place = findItem(items, (item) => item === null, backwards)
  return place === -1 && items.length < length ? items.length : place
}

/** The index that XLOOKUP and XMATCH find; -1 if none. */
const search = (wanted: Scalar, from: Table, mode: number, direction: number): number => {
  const items = from.rows === 1 || from.columns === 1 ? listOf(from) : fail(valueError)
  if (![-2, -1, 1, 2].includes(direction)) fail(valueError)
  const backwards = direction < 0
  const substitute = substitutes[mode]
  if (substitute === undefined) {
    const likeness = likenesses[mode]
    if (likeness === undefined || Math.abs(direction) === 2) return fail(valueError)
    return findItem(items, matcher(wanted, likeness), backwards)
  }
  if (wanted === null) return findEmpty(items, from.rows * from.columns, backwards)
  return (Math.abs(direction) === 2 ? findSorted : findNearest)(items, wanted, substitute, backwards)
}

/** The row or column of the match: a reference if the argument is one. */
const resultAt = (results: Argument, place: number, down: boolean, context: CallContext): Value => {
  if (results !== undefined && isReference(results)) {
    const area = areaOf(results)
    const [row, column] = [area.top + place, area.left + place]
    return { areas: [down ? { ...area, top: row, bottom: row } : { ...area, left: column, right: column }] }
  }
  const whole = array(results, context)
  return down
    ? makeArray(1, whole.columns, (_, column) => itemOf(whole, place, column))
    : makeArray(whole.rows, 1, (row) => itemOf(whole, row, place))
}

const xlookup = (
  [wanted, where, results, otherwise, mode, direction]: readonly Argument[],
  context: CallContext,
): Value => {
  const value = wantedValue(wanted)
  const [from, to] = [table(where, context), table(results, context)]
  if (from.rows > 1 && from.columns > 1) fail(valueError)
  const down = from.columns === 1 && (from.rows > 1 || to.columns > 1 || to.rows === 1)
  if (down ? to.rows !== from.rows : to.columns !== from.columns) fail(valueError)
  const place = search(value, from, integer(mode), integer(direction, 1))
  if (place === -1) return otherwise === undefined ? fail(naError) : otherwise
  return resultAt(results, place, down, context)
}

export const lookupFunctions: FunctionDefinition[] = [
  define('VLOOKUP', 'vrvv?', vlookup),
  define('HLOOKUP', 'vrvv?', hlookup),
  define('LOOKUP', 'vaa?', lookup),
  define('MATCH', 'vrv?', match),
  define('XLOOKUP', 'vaar?v?v?', xlookup),
  define('XMATCH', 'vav?v?', ([wanted, where, mode, direction], context) => {
    const value = wantedValue(wanted)
    return found(search(value, table(where, context), integer(mode), integer(direction, 1))) + 1
  }),
]
