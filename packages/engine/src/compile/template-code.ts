import type { Expression } from '../formula/expression.ts'
import { createCodeWriter, type Dialect, isOneCell, type Kind, type Piece, stop, unlessStopped } from './code-writer.ts'
import { functionCodes } from './function-codes.ts'
import { rangeCodes } from './range-codes.ts'

/** A formula of only numbers and conditions, as the text of one JavaScript expression. */
export interface TemplateCode extends ReturnType<ReturnType<typeof createCodeWriter>['finish']> {
  readonly kind: Kind
}

const literal = (value: number): string => (value < 0 || Object.is(value, -0) ? `(${value})` : String(value))

const comparisons: Record<string, string> = {
  '=': 'equal',
  '<>': 'unequal',
  '<': 'less',
  '>': 'more',
  '<=': 'lessOrEqual',
  '>=': 'moreOrEqual',
}

/** Names nested deeper than this are left to the interpreter, which knows when to stop. */
const deepestName = 8

/** Writes the code of expressions, each in the form in which its value is needed. */
export type Coder = ReturnType<typeof createCoder>

const createCoder = (names: readonly Expression[], dialect: Dialect) => {
  const writer = createCodeWriter(dialect)
  const cellCodes = new Map<Expression, string | undefined>()

  /** The underlying expression: with names resolved, and without a no-op `+`. */
  const meant = (expression: Expression, depth = 0): Expression => {
    if (expression.kind === 'unary' && expression.operator === '+') return meant(expression.operand, depth)
    const name = expression.kind === 'name' ? names[expression.name] : undefined
    return name === undefined ? expression : depth < deepestName ? meant(name, depth + 1) : stop()
  }

  /** The code of the slot of the one cell that an expression refers to; undefined if it is not a single cell. */
  const cellOf = (given: Expression | undefined): string | undefined => {
    const expression = given && meant(given)
    if (expression?.kind === 'range') return isOneCell(expression) ? writer.cell(expression) : undefined
    if (expression?.kind !== 'call') return undefined
    // Memoized: nested lookups would otherwise be written over and over.
    const code = cellCodes.has(expression)
      ? cellCodes.get(expression)
      : rangeCodes.cell(expression.name, expression.args, coder)
    cellCodes.set(expression, code)
    return code
  }

  const areaOf = (given: Expression | undefined): string | undefined => {
    const expression = given && meant(given)
    return expression?.kind === 'range' ? writer.area(expression) : undefined
  }

  /** A number as operators need it: TRUE is 1. A non-number shows as NaN, a division by zero as infinite. */
  const numeric = (expression: Expression | undefined): string => {
    if (expression === undefined) return '0'
    const cell = cellOf(expression)
    if (cell !== undefined) return writer.number(cell)
    const { code, kind } = piece(expression)
    return kind === 'number' ? code : `(${code} ? 1 : 0)`
  }

  /** The same if it must not be infinite, because the next operation would turn it into a number. */
  const sound = (expression: Expression | undefined): string => {
    const isPlain = expression === undefined || expression.kind === 'constant' || cellOf(expression) !== undefined
    return isPlain ? numeric(expression) : `fin(${numeric(expression)})`
  }

  /** A value to be compared: TRUE is greater than any number, so the interpreter decides if a cell holds it. */
  const compared = (expression: Expression): string => {
    const cell = cellOf(expression)
    if (cell !== undefined) return writer.reading('plain', cell)
    const { code, kind } = piece(expression)
    return kind === 'number' ? `fin(${code})` : stop()
  }

  const condition = (expression: Expression | undefined): string => {
    if (expression === undefined) return 'false'
    const cell = cellOf(expression)
    if (cell !== undefined) return `holds(${writer.number(cell)})`
    const { code, kind } = piece(expression)
    return kind === 'boolean' ? code : `holds(${code})`
  }

  /**
   * A branch that is not always computed: anything but a number is left to the interpreter when the branch is taken.
   */
  const branch = (expression: Expression | undefined): Piece | 'other' =>
    expression === undefined ? { kind: 'number', code: '0' } : (unlessStopped(() => piece(expression)) ?? 'other')

  /** A comparison of a text with a cell; undefined if neither is one. */
  const comparedWithText = (operator: string, left: Expression, right: Expression): string | undefined => {
    const text = [left, right].find((side) => side.kind === 'constant' && typeof side.value === 'string')
    const cell = cellOf(text === left ? right : left)
    if (text?.kind !== 'constant' || typeof text.value !== 'string') return undefined
    if (cell === undefined || (operator !== '=' && operator !== '<>')) return stop()
    return `${operator === '=' ? '' : '!'}isText(${cell}, ${writer.text(text.value)})`
  }

  const binary = (operator: string, left: Expression, right: Expression): Piece => {
    const comparison = comparisons[operator]
    if (comparison !== undefined) {
      const code = comparedWithText(operator, left, right) ?? `${comparison}(${compared(left)}, ${compared(right)})`
      return { kind: 'boolean', code }
    }
    switch (operator) {
      case '+':
      case '-':
      case '*':
        return { kind: 'number', code: `(${numeric(left)} ${operator} ${numeric(right)})` }
      case '/':
        return { kind: 'number', code: `(${numeric(left)} / ${sound(right)})` }
      case '^':
        // Small integer powers are multiplied out, which is several times faster.
        return right.kind === 'constant' && right.value === 2
          ? { kind: 'number', code: `square(${numeric(left)})` }
          : { kind: 'number', code: writer.power(numeric(left), numeric(right)) }
      default:
        return stop()
    }
  }

  const piece = (given: Expression): Piece => {
    const expression = meant(given)
    const cell = cellOf(expression)
    // A value passed through unchanged can be TRUE or FALSE, and must not become 1 or 0.
    if (cell !== undefined) return { kind: 'number', code: writer.reading('plain', cell) }
    switch (expression.kind) {
      case 'constant':
        if (typeof expression.value === 'number') return { kind: 'number', code: literal(expression.value) }
        return typeof expression.value === 'boolean' ? { kind: 'boolean', code: String(expression.value) } : stop()
      case 'unary':
        if (expression.operator === '-') return { kind: 'number', code: `(-${numeric(expression.operand)})` }
        return expression.operator === '%' ? { kind: 'number', code: `(${numeric(expression.operand)} / 100)` } : stop()
      case 'binary':
        return binary(expression.operator, expression.left, expression.right)
      case 'call':
        return (
          rangeCodes.piece(expression.name, expression.args, coder) ??
          functionCodes(expression.name, expression.args, coder) ??
          stop()
        )
      default:
        return stop()
    }
  }

  const coder = { writer, meant, cellOf, areaOf, numeric, sound, condition, branch, piece }
  return coder
}

/**
 * Compiles a formula to code. The code contains only what is written here: slots of cells, numerals, operators and the
 * names of our own helpers; never a text from the file. `N` are the numbers of all cells, `T` their tags, `R` the slots
 * of the formula's references, `p` where those of this cell start. `ok` becomes 0 if only the interpreter can decide.
 */
export const templateCode = (
  expression: Expression,
  names: readonly Expression[],
  dialect: Dialect = 'one',
): TemplateCode | undefined =>
  unlessStopped(() => {
    const { writer, numeric, piece } = createCoder(names, dialect)
    // The outermost addition or subtraction of a formula snaps to zero.
    if (expression.kind !== 'binary' || (expression.operator !== '+' && expression.operator !== '-')) {
      const { code, kind } = piece(expression)
      return { ...writer.finish(code), kind }
    }
    const [a, b] = [writer.temporary(), writer.temporary()]
    const [left, right] = [numeric(expression.left), numeric(expression.right)]
    const code = `snap((${a} = ${left}) ${expression.operator} (${b} = ${right}), ${a}, ${b})`
    return { ...writer.finish(code), kind: 'number' }
  })
