import { kindOf } from './catalogue/catalogue.ts'

const signs = new Map([
  ['**', '^'],
  ['*', '×'],
  ['-', '−'],
])

/** With metric labels instead of keys: "Net Operating Income / Purchase Price × 100". */
export const readableFormula = (formula: string): string =>
  formula.replaceAll(/[a-z][a-z0-9_]*|\*\*|[*-]/g, (piece) => {
    const sign = signs.get(piece)
    if (sign !== undefined) return sign
    return kindOf(piece)?.label ?? piece.replaceAll('_', ' ')
  })
