import type { Expression, RangeExpression } from '../formula/expression.ts'

/** The sub-expressions of an expression, in order. */
export const partsOf = (expression: Expression): readonly Expression[] => {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand]
    case 'binary':
      return [expression.left, expression.right]
    case 'call':
      return expression.args.filter((arg) => arg !== undefined)
    case 'apply':
      return [expression.callee, ...expression.args.filter((arg) => arg !== undefined)]
    case 'let':
      return [...expression.bindings.map(({ value }) => value), expression.body]
    case 'lambda':
      return [expression.body]
    default:
      return []
  }
}

/** Whether an expression or any part of it satisfies the predicate. */
export const somePart = (expression: Expression, isIt: (part: Expression) => boolean): boolean =>
  isIt(expression) || partsOf(expression).some((part) => somePart(part, isIt))

export type Call = Expression & { readonly kind: 'call' }

/** All calls of functions in an expression. */
export const callsIn = (expression: Expression): Call[] => [
  ...(expression.kind === 'call' ? [expression] : []),
  ...partsOf(expression).flatMap(callsIn),
]

/** All references in an expression, in order. */
export const rangesIn = (expression: Expression): RangeExpression[] =>
  expression.kind === 'range' ? [expression] : partsOf(expression).flatMap(rangesIn)

/** Memoizes a function per expression, once for all copies of a formula. */
export const perExpression = <T>(answer: (expression: Expression) => T): ((expression: Expression) => T) => {
  const known = new Map<Expression, T>()
  return (expression) => {
    const before = known.get(expression)
    if (before !== undefined || known.has(expression)) return before as T
    const found = answer(expression)
    known.set(expression, found)
    return found
  }
}
