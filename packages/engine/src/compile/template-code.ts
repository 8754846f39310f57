import type { Expression, RangeExpression } from '../formula/expression.ts'

/** What kind of value a piece of code is worth. */
type Kind = 'number' | 'boolean'

interface Piece {
  readonly code: string
  readonly kind: Kind
}

/** A formula that only numbers and conditions take part in, as the text of one expression in JavaScript. */
export interface TemplateCode {
  readonly code: string
  readonly kind: Kind
  /** Single cells that it reads, in the order of their slots. */
  readonly cells: readonly RangeExpression[]
  /** Rectangles that it reads, in the order of their slots. */
  readonly areas: readonly RangeExpression[]
}

/** Thrown where a formula is more than numbers; it is then computed in full. */
const notNumeric = Symbol('not numeric')

const stop = (): never => {
  throw notNumeric
}

const isOneCell = ({ sheets, top, left, bottom, right }: RangeExpression): boolean =>
  (sheets === undefined || sheets[0] === sheets[1]) &&
  top !== undefined &&
  left !== undefined &&
  bottom !== undefined &&
  right !== undefined &&
  top.fixed === bottom.fixed &&
  top.at === bottom.at &&
  left.fixed === right.fixed &&
  left.at === right.at

const literal = (value: number): string => (value < 0 || Object.is(value, -0) ? `(${value})` : String(value))

/** How many slots a rectangle takes: the first cell, rows, columns, and the distance of rows. */
export const slotsPerArea = 4

/**
 * Turns a formula into code. The code holds nothing but what is written here: slots of cells, numerals, operators and the
 * names of our own helpers; never a text of the file. `N` are the numbers of all cells, `T` their tags, `R` the slots of
 * the formula's references, `p` where those of this cell begin. `ok` becomes 0 where only the full computation can tell.
 */
export const templateCode = (expression: Expression): TemplateCode | undefined => {
  const cells: RangeExpression[] = []
  const areas: RangeExpression[] = []
  let temporaries = 0

  const keyOf = (range: RangeExpression): string => JSON.stringify(range)
  const slotOf = (list: RangeExpression[], range: RangeExpression): number => {
    const key = keyOf(range)
    const known = list.findIndex((one) => keyOf(one) === key)
    return known === -1 ? list.push(range) - 1 : known
  }
  const cell = (range: RangeExpression): string => `R[p + ${slotOf(cells, range)}]`
  /** Slots of rectangles come after those of cells, whose number is known only at the end. */
  const area = (range: RangeExpression): string => `p + A + ${slotOf(areas, range) * slotsPerArea}`

  const temporary = (): string => `t${temporaries++}`

  const numeric = (one: Expression | undefined): string => {
    if (one === undefined) return '0'
    if (one.kind === 'range' && isOneCell(one)) return `N[${cell(one)}]`
    const { code, kind } = piece(one)
    return kind === 'number' ? code : `(${code} ? 1 : 0)`
  }

  /** A value to be compared: TRUE is more than any number, so where a cell holds it the full computation decides. */
  const compared = (one: Expression): string => {
    if (one.kind === 'range' && isOneCell(one)) return `plain(${cell(one)})`
    const { code, kind } = piece(one)
    return kind === 'number' ? code : stop()
  }

  const condition = (one: Expression | undefined): string => {
    if (one === undefined) return 'false'
    if (one.kind === 'range' && isOneCell(one)) return `holds(N[${cell(one)}])`
    const { code, kind } = piece(one)
    return kind === 'boolean' ? code : `holds(${code})`
  }

  const comparison = (operator: string, left: Expression, right: Expression): Piece => ({
    kind: 'boolean',
    code: `${comparisons[operator]}(${compared(left)}, ${compared(right)})`,
  })

  const overArea = (helper: string, args: readonly (Expression | undefined)[]): string => {
    const [only] = args
    return args.length === 1 && only?.kind === 'range' && !isOneCell(only) ? `${helper}(${area(only)})` : stop()
  }

  /** SUM and its like: rectangles and single cells pass over what is no number. */
  const folded = (
    args: readonly (Expression | undefined)[],
    { ofArea, ofCell, join }: { ofArea: string; ofCell: string; join(codes: string[]): string },
  ): string =>
    join(
      args.map((arg) => {
        if (arg === undefined) return stop()
        if (arg.kind !== 'range') return numeric(arg)
        if (isOneCell(arg)) return `${ofCell}(${cell(arg)})`
        return arg.sheets !== undefined && arg.sheets[0] !== arg.sheets[1] ? stop() : `${ofArea}(${area(arg)})`
      }),
    )

  const calls: Record<string, (args: readonly (Expression | undefined)[]) => Piece> = {
    SUM: (args) => ({
      kind: 'number',
      code: folded(args, { ofArea: 'sumOf', ofCell: 'counted', join: (codes) => `(${codes.join(' + ')})` }),
    }),
    MAX: (args) => extreme(args, 'Math.max', 'maxOf'),
    MIN: (args) => extreme(args, 'Math.min', 'minOf'),
    AVERAGE: (args) => ({ kind: 'number', code: overArea('averageOf', args) }),
    IF: (args) => {
      if (args.length < 2 || args.length > 3) return stop()
      const [test, yes, no] = args
      const [a, b] = [
        yes === undefined ? zero : piece(yes),
        args.length === 2 ? truth : no === undefined ? zero : piece(no),
      ]
      if (a.kind !== b.kind) return stop()
      return { kind: a.kind, code: `(${condition(test)} ? ${a.code} : ${b.code})` }
    },
    AND: (args) => ({ kind: 'boolean', code: `(${args.map(only).join(' & ')}) === 1` }),
    OR: (args) => ({ kind: 'boolean', code: `(${args.map(only).join(' | ')}) === 1` }),
    NOT: ([one, ...rest]) => (rest.length > 0 ? stop() : { kind: 'boolean', code: `!${condition(one)}` }),
    ABS: (args) => simple('Math.abs', args, 1),
    INT: (args) => simple('Math.floor', args, 1),
    SQRT: (args) => simple('Math.sqrt', args, 1),
    EXP: (args) => simple('Math.exp', args, 1),
    LN: (args) => simple('Math.log', args, 1),
    ROUND: (args) => simple('round', args, 2),
    MOD: (args) => simple('mod', args, 2),
    IFERROR: ([one, other, ...rest]) => {
      if (one === undefined || rest.length > 0) return stop()
      const t = temporary()
      // What is infinite is a division by zero; what is no number may be a text that reads as one.
      return { kind: 'number', code: `(isInfinite(${t} = ${numeric(one)}) ? ${numeric(other)} : ${t})` }
    },
  }

  const zero: Piece = { kind: 'number', code: '0' }
  const truth: Piece = { kind: 'boolean', code: 'false' }

  const only = (one: Expression | undefined): string => {
    if (one === undefined || (one.kind === 'range' && !isOneCell(one))) return stop()
    if (one.kind === 'range') return `(truth(${cell(one)}) ? 1 : 0)`
    return `(${condition(one)} ? 1 : 0)`
  }

  const extreme = (args: readonly (Expression | undefined)[], join: string, ofArea: string): Piece => {
    // A cell that holds no number is passed over, and would not count as 0.
    if (args.some((arg) => arg?.kind === 'range' && !isOneCell(arg)) && args.length > 1) return stop()
    return {
      kind: 'number',
      code: folded(args, { ofArea, ofCell: 'plainNumber', join: (codes) => `${join}(${codes.join(', ')})` }),
    }
  }

  const simple = (helper: string, args: readonly (Expression | undefined)[], count: number): Piece =>
    args.length === count ? { kind: 'number', code: `${helper}(${args.map(numeric).join(', ')})` } : stop()

  const binary = (operator: string, left: Expression, right: Expression): Piece => {
    if (operator in comparisons) return comparison(operator, left, right)
    const [a, b] = [numeric(left), numeric(right)]
    switch (operator) {
      case '+':
      case '-':
      case '*':
        return { kind: 'number', code: `(${a} ${operator} ${b})` }
      case '/':
        return { kind: 'number', code: `(${a} / ${b})` }
      case '^':
        return { kind: 'number', code: powerOf(a, right, b) }
      default:
        return stop()
    }
  }

  const piece = (one: Expression): Piece => {
    switch (one.kind) {
      case 'constant':
        if (typeof one.value === 'number') return { kind: 'number', code: literal(one.value) }
        return typeof one.value === 'boolean' ? { kind: 'boolean', code: String(one.value) } : stop()
      case 'range':
        // What is handed on as it is may be TRUE or FALSE, and must not become 1 or 0.
        return isOneCell(one) ? { kind: 'number', code: `plain(${cell(one)})` } : stop()
      case 'unary':
        if (one.operator === '-') return { kind: 'number', code: `(-${numeric(one.operand)})` }
        if (one.operator === '%') return { kind: 'number', code: `(${numeric(one.operand)} / 100)` }
        return one.operator === '+' ? { kind: 'number', code: numeric(one.operand) } : stop()
      case 'binary':
        return binary(one.operator, one.left, one.right)
      case 'call':
        return calls[one.name]?.(one.args) ?? stop()
      default:
        return stop()
    }
  }

  /** The last addition or subtraction of a formula snaps to zero. */
  const root = (one: Expression): Piece => {
    if (one.kind !== 'binary' || (one.operator !== '+' && one.operator !== '-')) return piece(one)
    const [a, b] = [temporary(), temporary()]
    const [left, right] = [numeric(one.left), numeric(one.right)]
    return { kind: 'number', code: `snap((${a} = ${left}) ${one.operator} (${b} = ${right}), ${a}, ${b})` }
  }

  try {
    const { code, kind } = root(expression)
    const declared =
      temporaries === 0 ? '' : `let ${Array.from({ length: temporaries }, (_, n) => `t${n}`).join(', ')}; `
    return { code: `${declared}const v = ${code.replaceAll('p + A', `p + ${cells.length}`)}`, kind, cells, areas }
  } catch (thrown) {
    if (thrown === notNumeric) return undefined
    throw thrown
  }
}

const comparisons: Record<string, string> = {
  '=': 'equal',
  '<>': 'unequal',
  '<': 'less',
  '>': 'more',
  '<=': 'lessOrEqual',
  '>=': 'moreOrEqual',
}

/** Small whole powers are multiplied out: several times faster, and what compilers of Excel's kind do. */
const powerOf = (base: string, exponent: Expression, code: string): string => {
  if (exponent.kind === 'constant' && exponent.value === 2) return `square(${base})`
  return `power(${base}, ${code})`
}
