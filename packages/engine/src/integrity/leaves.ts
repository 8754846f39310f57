import type { Expression } from '../formula/expression.ts'
import { partsOf } from './walk.ts'

/** The differing parts of two formulas, from left to right. */
export interface LeafPair {
  readonly left: Expression
  readonly right: Expression
}

const isLeaf = ({ kind }: Expression): boolean => kind === 'constant' || kind === 'range' || kind === 'name'

const headOf = (expression: Expression): string => {
  switch (expression.kind) {
    case 'unary':
    case 'binary':
      return `${expression.kind} ${expression.operator}`
    case 'call':
      return `call ${expression.name}`
    default:
      return expression.kind
  }
}

/**
 * The references and constants in which two formulas of the same shape differ: same operators, same functions, same
 * order. Undefined if their shapes differ.
 */
export const differingLeaves = (left: Expression, right: Expression): LeafPair[] | undefined => {
  if (left === right) return []
  if (isLeaf(left) && isLeaf(right)) return JSON.stringify(left) === JSON.stringify(right) ? [] : [{ left, right }]
  const [parts, others] = [partsOf(left), partsOf(right)]
  if (headOf(left) !== headOf(right) || parts.length !== others.length || parts.length === 0) return undefined
  const found: LeafPair[] = []
  for (let n = 0; n < parts.length; n++) {
    const [a, b] = [parts[n], others[n]]
    const pairs = a === undefined || b === undefined ? undefined : differingLeaves(a, b)
    if (pairs === undefined) return undefined
    found.push(...pairs)
  }
  return found
}
