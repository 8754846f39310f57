import { type ErrorName, formatCell, naError, valueError } from '@deal-canvas/workbook-reader'
import { type Area, isArray, isError, isLambda, isReference, type Scalar, type Value } from '../value/value.ts'
import { addInInteger } from './add-in-arguments.ts'
import { scalar, text } from './arguments.ts'
import { type Argument, type CallContext, define, type FunctionDefinition, fail } from './definition.ts'
import { areaOf } from './grid.ts'

/** Tests a value of any kind, including errors. */
const test = (name: string, holds: (value: Scalar) => boolean): FunctionDefinition =>
  define(name, 'v', ([value]) => holds(scalar(value)))

const errorTypes: Partial<Record<ErrorName, number>> = {
  '#NULL!': 1,
  '#DIV/0!': 2,
  '#VALUE!': 3,
  '#REF!': 4,
  '#NAME?': 5,
  '#NUM!': 6,
  '#N/A': 7,
  '#GETTING_DATA': 8,
  '#SPILL!': 9,
  '#CONNECT!': 10,
  '#BLOCKED!': 11,
  '#UNKNOWN!': 12,
  '#FIELD!': 13,
  '#CALC!': 14,
}

/** The first cell of a range, or every item of an array. */
const firstOrEach = (arg: Argument, context: CallContext, convert: (value: Scalar) => Scalar): Value => {
  if (arg === undefined) return convert(null)
  if (isArray(arg)) return { ...arg, items: arg.items.map(convert) }
  if (!isReference(arg)) return convert(scalar(arg))
  const [area] = arg.areas
  return area === undefined ? fail(valueError) : convert(context.cell(area.sheet, area.top, area.left))
}

const typeOf = (arg: Argument, context: CallContext): number => {
  if (arg === undefined) return 1
  if (isArray(arg)) return 64
  if (isLambda(arg)) return 128
  if (isReference(arg)) {
    const { sheet, top, left, bottom, right } = areaOf(arg)
    return top !== bottom || left !== right ? 64 : typeOf(context.cell(sheet, top, left), context)
  }
  if (isError(arg)) return 16
  return typeof arg === 'string' ? 2 : typeof arg === 'boolean' ? 4 : 1
}

const sheetOf = (arg: Argument, context: CallContext): number => {
  if (arg === undefined) return context.sheet + 1
  if (isReference(arg)) return (arg.areas[0]?.sheet ?? fail(naError)) + 1
  const name = text(arg).toLowerCase()
  const place = context.sheets.findIndex((sheet) => sheet.toLowerCase() === name)
  return place === -1 ? fail(naError) : place + 1
}

/** The first cell of a reference; without one, the cell of the formula. */
const cellOf = (arg: Argument, context: CallContext): Area => {
  const { sheet, row, column } = context
  if (arg === undefined) return { sheet, top: row, left: column, bottom: row, right: column }
  return isReference(arg) ? (arg.areas[0] ?? fail(valueError)) : fail(valueError)
}

const address = ({ sheet, top, left }: Area, context: CallContext): string => {
  const cell = formatCell({ row: top, column: left }).replace(/^([A-Z]+)(\d+)$/, '$$$1$$$2')
  if (sheet === context.sheet) return cell
  const name = context.sheets[sheet] ?? ''
  return `${/^\w+$/.test(name) ? name : `'${name.replaceAll("'", "''")}'`}!${cell}`
}

const cellInformation = (kind: string, arg: Argument, context: CallContext): Scalar => {
  const area = cellOf(arg, context)
  const value = context.cell(area.sheet, area.top, area.left)
  switch (kind) {
    case 'address':
      return address(area, context)
    case 'col':
      return area.left + 1
    case 'row':
      return area.top + 1
    case 'contents':
      return value ?? 0
    case 'type':
      return value === null ? 'b' : typeof value === 'string' ? 'l' : 'v'
    default:
      return fail(valueError)
  }
}

const formulaOf = (arg: Argument, context: CallContext): string | undefined => {
  const { sheet, top, left } = arg !== undefined && isReference(arg) ? cellOf(arg, context) : fail(naError)
  return context.formula(sheet, top, left)
}

/** A formula as users see it: without the prefixes that files carry for newer functions. */
const shown = (formula: string): string => `=${formula.replace(/^=/, '').replaceAll(/_xl(?:fn|ws|pm|op|udf)\./gi, '')}`

const isReadable = (arg: Argument): boolean => arg !== undefined && isReference(arg)

export const informationFunctions: FunctionDefinition[] = [
  test('ISBLANK', (value) => value === null),
  test('ISERR', (value) => isError(value) && value !== naError),
  test('ISERROR', isError),
  test('ISNA', (value) => value === naError),
  test('ISLOGICAL', (value) => typeof value === 'boolean'),
  test('ISNUMBER', (value) => typeof value === 'number'),
  test('ISTEXT', (value) => typeof value === 'string'),
  test('ISNONTEXT', (value) => typeof value !== 'string'),
  define('ISEVEN', 'v', ([value]) => addInInteger(value) % 2 === 0),
  define('ISODD', 'v', ([value]) => addInInteger(value) % 2 !== 0),
  define('ISREF', 'r', ([value]) => isReadable(value)),
  define('ISFORMULA', 'r', ([value], context) =>
    isReadable(value) ? formulaOf(value, context) !== undefined : fail(valueError),
  ),
  define('ISOMITTED', 'r', ([value]) => value === undefined),
  define('N', 'r', ([value], context) =>
    firstOrEach(value, context, (item) => (typeof item === 'number' || isError(item) ? item : item === true ? 1 : 0)),
  ),
  define('T', 'r', ([value], context) =>
    firstOrEach(value, context, (item) => (typeof item === 'string' || isError(item) ? item : '')),
  ),
  define('NA', '', () => naError),
  define('TYPE', 'r', ([value], context) => typeOf(value, context)),
  define('ERROR.TYPE', 'v', ([value]) => {
    const found = scalar(value)
    return (isError(found) ? errorTypes[found.error] : undefined) ?? fail(naError)
  }),
  define('FORMULATEXT', 'r', ([value], context) => shown(formulaOf(value, context) ?? fail(naError))),
  define('SHEET', 'r?', ([value], context) => sheetOf(value, context)),
  define('SHEETS', 'r?', ([value], context) => {
    if (value === undefined) return context.sheets.length
    return isReference(value) ? new Set(value.areas.map(({ sheet }) => sheet)).size : fail(naError)
  }),
  define('CELL', 'vr?', ([kind, reference], context) => cellInformation(text(kind).toLowerCase(), reference, context)),
]
