import { errorNames, errorValue } from '@deal-canvas/workbook-reader'
import { compareText, sameNumber } from '../value/compare.ts'
import { numberFromText } from '../value/number-from-text.ts'
import { isError, type Scalar } from '../value/value.ts'
import { hasWildcard, wildcardMatcher } from './wildcard.ts'

/** Whether a cell matches. */
export type Criterion = (cell: Scalar) => boolean

type Operator = '=' | '<>' | '<' | '>' | '<=' | '>='

const form = /^(<>|<=|>=|=|<|>)?(.*)$/s

/** The value that a text represents: a number, TRUE or FALSE, an error, or the text itself. */
const readOperand = (text: string): Scalar => {
  const number = numberFromText(text)
  if (number !== undefined) return number
  const upper = text.toUpperCase()
  if (upper === 'TRUE' || upper === 'FALSE') return upper === 'TRUE'
  const error = errorNames.find((name) => name === upper)
  return error === undefined ? text : errorValue(error)
}

/** Numbers stored as text match numbers too. */
const equalToNumber =
  (wanted: number): Criterion =>
  (cell) => {
    if (typeof cell === 'number') return sameNumber(cell, wanted)
    if (typeof cell !== 'string') return false
    const read = numberFromText(cell)
    return read !== undefined && sameNumber(read, wanted)
  }

const equalToText = (wanted: string): Criterion => {
  if (hasWildcard(wanted)) {
    const matches = wildcardMatcher(wanted)
    return (cell) => typeof cell === 'string' && matches(cell)
  }
  return (cell) => typeof cell === 'string' && compareText(cell, wanted) === 0
}

const equalTo = (wanted: Scalar): Criterion => {
  if (typeof wanted === 'number') return equalToNumber(wanted)
  if (typeof wanted === 'string') return equalToText(wanted)
  return (cell) => cell === wanted
}

/** Only values of the same type can be less or more; undefined if they are not comparable. */
const orderTo = (wanted: Scalar): ((cell: Scalar) => number | undefined) => {
  if (typeof wanted === 'number') return (cell) => (typeof cell === 'number' ? cell - wanted : undefined)
  if (typeof wanted === 'string') return (cell) => (typeof cell === 'string' ? compareText(cell, wanted) : undefined)
  if (typeof wanted === 'boolean')
    return (cell) => (typeof cell === 'boolean' ? Number(cell) - Number(wanted) : undefined)
  return (cell) => (isError(cell) && isError(wanted) ? cell.code - wanted.code : undefined)
}

const orderToNothing = (cell: Scalar): number | undefined => (typeof cell === 'string' && cell !== '' ? 1 : undefined)

const inOrder: Record<'<' | '>' | '<=' | '>=', (order: number) => boolean> = {
  '<': (order) => order < 0,
  '>': (order) => order > 0,
  '<=': (order) => order <= 0,
  '>=': (order) => order >= 0,
}

/** A criterion of SUMIF and related functions: `10`, `">=10"`, `"<>a*"`, `"="` for empty cells. */
export const readCriterion = (given: Scalar): Criterion => {
  if (given === null) return equalToNumber(0)
  if (typeof given !== 'string') return equalTo(given)
  const [, sign, rest = ''] = form.exec(given) ?? []
  const operator = sign as Operator | undefined
  if (rest === '') {
    if (operator === undefined) return (cell) => cell === null || cell === ''
    if (operator === '=') return (cell) => cell === null
    if (operator === '<>') return (cell) => cell !== null
  }
  const wanted = readOperand(rest)
  const equal = equalTo(wanted)
  if (operator === undefined || operator === '=') return equal
  // As in Excel, a number stored as text matches both "=23" and "<>23".
  if (operator === '<>') return (cell) => !equal(cell) || (typeof wanted === 'number' && typeof cell === 'string')
  // An operator without a value, as ">"&A1 gives for an empty A1, matches all texts but the empty one.
  const order = rest === '' ? orderToNothing : orderTo(wanted)
  const holds = inOrder[operator]
  return (cell) => {
    const found = order(cell)
    return found !== undefined && holds(found)
  }
}
