import { calcError, nameError, numError, refError, valueError, type WorkbookTable } from '@deal-canvas/workbook-reader'
import { areasOf } from '../formula/area-of.ts'
import type { Expression } from '../formula/expression.ts'
import type { FormulaPlace } from '../formula/parse-formula.ts'
import { tableArea } from '../formula/table-area.ts'
import type { Argument, CallContext } from '../functions/definition.ts'
import { functionNamed } from '../functions/registry.ts'
import { toNumber } from '../value/coerce.ts'
import {
  type Area,
  type ArrayValue,
  arrayOf,
  isArray,
  isError,
  isLambda,
  isReference,
  type Scalar,
  type Value,
} from '../value/value.ts'
import { broadcast } from './broadcast.ts'
import { caught, createLift } from './call-by-item.ts'
import { combine } from './combine-references.ts'
import { createOperands } from './operands.ts'
import { applyBinary, applyUnary } from './operators.ts'
import { countsOf, modesOf } from './parameter-modes.ts'
import { snap } from './snap.ts'

/** Variables of LET and LAMBDA, innermost scope first. */
interface Scope {
  readonly name: string
  /** Undefined if the caller omitted the argument. */
  readonly value: Value | undefined
  readonly outer: Scope | undefined
}

/** A formula compiled to a closure that can be evaluated at any cell. */
export type Code = (at: FormulaPlace, scope?: Scope) => Value

interface Deps {
  /** The context of the current cell; its position is set before each evaluation. */
  contextAt(at: FormulaPlace): CallContext
  names: readonly Expression[]
  tables: readonly WorkbookTable[]
  /** The rectangle that a cell's array formula spilled into. */
  spillOf(area: Area): Area | undefined
}

/** Nesting limit for names and LAMBDA calls: deeper nesting is assumed to be infinite recursion. */
const deepest = 256

/**
 * Interprets formulas with every kind of value and every function, as Excel does. It is the reference for the compiled
 * loops, which handle only numbers and fall back to it for everything else.
 */
export const createEvaluator = ({ contextAt, names, tables, spillOf }: Deps) => {
  const plain = new WeakMap<Expression, Code>()
  const itemByItem = new WeakMap<Expression, Code>()
  const roots = new WeakMap<Expression, Code>()
  let depth = 0

  const { intersect, operand } = createOperands(contextAt)
  const lifted = createLift({ contextAt, operand })

  const binary = ({ operator, left, right }: Expression & { kind: 'binary' }, byItem: boolean): Code => {
    const [leftCode, rightCode] = [compile(left, byItem), compile(right, byItem)]
    if (operator === ':' || operator === ' ' || operator === ',')
      return (at, scope) => combine(operator, leftCode(at, scope), rightCode(at, scope))
    return (at, scope) => {
      const a = operand(leftCode(at, scope), at, byItem)
      const b = operand(rightCode(at, scope), at, byItem)
      if (isArray(a as Value) || isArray(b as Value))
        return broadcast([a, b], (x = null, y = null) => applyBinary(operator, x, y))
      return applyBinary(operator, a as Scalar, b as Scalar)
    }
  }

  const unary = ({ operator, operand: inner }: Expression & { kind: 'unary' }, byItem: boolean): Code => {
    const code = compile(inner, byItem)
    if (operator === '#')
      return (at, scope) => {
        const value = code(at, scope)
        const [area] = isReference(value) ? value.areas : []
        const spill = area && spillOf(area)
        return spill === undefined ? refError : { areas: [spill] }
      }
    if (operator === '@')
      return (at, scope) => {
        const value = code(at, scope)
        if (isReference(value)) return intersect(value, at)
        return isArray(value) ? (value.items[0] ?? null) : value
      }
    return (at, scope) => {
      const value = code(at, scope)
      if (operator === '+') return value
      return broadcast([operand(value, at, byItem)], (x = null) => applyUnary(operator, x))
    }
  }

  /** An argument of a LAMBDA: one that an outer call omitted is omitted here too. */
  const argumentOf = (arg: Expression | undefined, byItem: boolean): ((...given: Parameters<Code>) => Argument) => {
    if (arg === undefined) return () => undefined
    return arg.kind === 'variable' ? (_, scope) => look(arg.name, scope) : compile(arg, byItem)
  }

  const call = ({ name, args }: Expression & { kind: 'call' }, byItem: boolean): Code => {
    const found = functionNamed(name)
    if (found === undefined) return () => nameError
    const { min, max } = countsOf(found.params)
    if (args.length < min || args.length > max) return () => valueError
    const modes = modesOf(found.params, args.length)
    const codes = args.map((arg, n) =>
      name === 'ISOMITTED' ? argumentOf(arg, byItem) : arg && compile(arg, byItem || modes[n] === 'a'),
    )
    const take = (n: number, at: FormulaPlace, scope: Scope | undefined): Argument => {
      const value = codes[n]?.(at, scope)
      return value === undefined || modes[n] !== 'v' ? value : operand(value, at, byItem)
    }
    return found.lazy
      ? (at, scope) =>
          caught(() =>
            found.run(
              codes.map((_, n) => () => take(n, at, scope)),
              contextAt(at),
            ),
          )
      : (at, scope) => {
          const taken = codes.map((_, n) => take(n, at, scope))
          const result = lifted(found, taken, modes, at)
          // A number that overflows is an error, also for the enclosing function.
          return typeof result === 'number' && !Number.isFinite(result) ? numError : result
        }
  }

  const deeper = (work: () => Value): Value => {
    if (depth >= deepest) return calcError
    depth += 1
    try {
      return work()
    } finally {
      depth -= 1
    }
  }

  const applied = (callee: Value, args: readonly Argument[]): Value => {
    if (!isLambda(callee)) return isError(callee) ? callee : valueError
    return deeper(() => callee.call(...args))
  }

  const lambda = ({ parameters, body }: Expression & { kind: 'lambda' }, byItem: boolean): Code => {
    const code = compile(body, byItem)
    return (at, scope) => ({
      parameters: parameters.length,
      call: (...args) => {
        if (args.length > parameters.length) return valueError
        let inner = scope
        parameters.forEach((name, n) => {
          inner = { name, value: args[n], outer: inner }
        })
        return code(at, inner)
      },
    })
  }

  const look = (name: string, scope: Scope | undefined): Value | undefined => {
    for (let current = scope; current !== undefined; current = current.outer)
      if (current.name === name) return current.value
    return nameError
  }

  const build = (expression: Expression, byItem: boolean): Code => {
    switch (expression.kind) {
      case 'constant': {
        const { value } = expression
        return () => value
      }
      case 'array': {
        const value = arrayOf(expression.rows)
        return () => value
      }
      case 'range':
        return (at) => ({ areas: areasOf(expression, at) })
      case 'name': {
        const meant = names[expression.name]
        if (meant === undefined) return () => nameError
        return (at) => deeper(() => compile(meant, byItem)(at))
      }
      case 'variable':
        return (_, scope) => look(expression.name, scope) ?? null
      case 'table': {
        const table = tables[expression.table]
        if (table === undefined) return () => nameError
        return (at) => {
          const area = tableArea(table, expression.sections, expression.columns, at)
          return area === undefined ? refError : { areas: [area] }
        }
      }
      case 'unknown':
        return () => expression.error
      case 'unary':
        return unary(expression, byItem)
      case 'binary':
        return binary(expression, byItem)
      case 'call':
        return call(expression, byItem)
      case 'apply': {
        const callee = compile(expression.callee, byItem)
        const args = expression.args.map((arg) => argumentOf(arg, byItem))
        return (at, scope) =>
          applied(
            callee(at, scope),
            args.map((arg) => arg?.(at, scope)),
          )
      }
      case 'let': {
        const bindings = expression.bindings.map(({ name, value }) => ({ name, code: compile(value, true) }))
        const body = compile(expression.body, byItem)
        return (at, scope) => {
          let inner = scope
          for (const { name, code } of bindings) inner = { name, value: code(at, inner), outer: inner }
          return body(at, inner)
        }
      }
      case 'lambda':
        return lambda(expression, byItem)
    }
  }

  const compile = (expression: Expression, byItem: boolean): Code => {
    const known = byItem ? itemByItem : plain
    const found = known.get(expression)
    if (found !== undefined) return found
    const code = build(expression, byItem)
    known.set(expression, code)
    return code
  }

  /** Only the outermost addition or subtraction of a formula snaps to zero; nested ones do not. */
  const compileRoot = (expression: Expression): Code => {
    if (expression.kind !== 'binary' || (expression.operator !== '+' && expression.operator !== '-'))
      return compile(expression, false)
    const before = roots.get(expression)
    if (before !== undefined) return before
    const [leftCode, rightCode] = [compile(expression.left, false), compile(expression.right, false)]
    const { operator } = expression
    const code: Code = (at) => {
      const a = operand(leftCode(at), at, false)
      const b = operand(rightCode(at), at, false)
      if (isArray(a as Value) || isArray(b as Value))
        return broadcast([a, b], (x = null, y = null) => applyBinary(operator, x, y))
      const sum = applyBinary(operator, a as Scalar, b as Scalar)
      if (typeof sum !== 'number') return sum
      const [x, y] = [toNumber(a as Scalar), toNumber(b as Scalar)]
      return typeof x === 'number' && typeof y === 'number' ? snap(sum, x, y) : sum
    }
    roots.set(expression, code)
    return code
  }

  return {
    /** Evaluates an ordinary formula to one value. A referenced empty cell counts as 0. */
    scalar: (expression: Expression, at: FormulaPlace): Scalar => {
      const value = operand(compileRoot(expression)(at), at, false)
      const scalar = isArray(value as Value) ? ((value as ArrayValue).items[0] ?? null) : (value as Scalar)
      // Never return an empty cell or a negative zero.
      return scalar === null || scalar === 0 ? 0 : scalar
    },

    /** The rectangles that a part of a formula refers to; none if it is a value. */
    areas: (expression: Expression, at: FormulaPlace): readonly Area[] => {
      const value = compile(expression, true)(at)
      return isReference(value) ? value.areas : []
    },

    /** Evaluates an array formula to all its values. */
    array: (expression: Expression, at: FormulaPlace): ArrayValue => {
      const value = operand(compile(expression, true)(at), at, true)
      const whole = value !== null && isArray(value) ? value : { rows: 1, columns: 1, items: [value as Scalar] }
      return { ...whole, items: whole.items.map((item) => (item === null ? 0 : item)) }
    },
  }
}
