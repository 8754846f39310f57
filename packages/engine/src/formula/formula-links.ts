import type { Workbook } from '@deal-canvas/workbook-reader'
import { createNameSpace } from '../calculate/name-space.ts'
import { createPrecedents } from '../calculate/precedents.ts'
import type { Area } from '../value/value.ts'
import type { Expression } from './expression.ts'
import { createFormulaReader, type FormulaPlace } from './parse-formula.ts'
import { relativeText } from './relative-text.ts'

/** What a formula reads, by its text. */
export interface FormulaLinks {
  readonly areas: readonly Area[]
  /** Whether it can read more than its text names: OFFSET, INDIRECT. */
  readonly isMoving: boolean
  /** Whether a part of it means nothing in this workbook: another file, an unknown name. */
  readonly hasUnknown: boolean
}

/** Finds what the formulas of a workbook read, without calculating it. Copied formulas are parsed once. */
export const createFormulaLinks = ({
  sheets,
  names,
  tables,
}: Pick<Workbook, 'names' | 'tables'> & { readonly sheets: readonly { readonly name: string }[] }) => {
  const readFormula = createFormulaReader(createNameSpace({ sheets, names, tables }))
  const precedents = createPrecedents({
    names: names.map(({ formula, sheet }) => readFormula(formula, { sheet: sheet ?? 0, row: 0, column: 0 })),
    tables,
  })
  const known = new Map<string, Expression>()
  const read = (text: string, place: FormulaPlace): Expression => {
    const relative = relativeText(text, place)
    const before = relative === undefined ? undefined : known.get(relative)
    if (before !== undefined) return before
    const expression = readFormula(text, place)
    if (relative !== undefined) known.set(relative, expression)
    return expression
  }
  return (text: string, place: FormulaPlace): FormulaLinks => {
    const found = precedents.of(read(text, place))
    return { areas: precedents.areas(found, place), isMoving: found.dynamic, hasUnknown: found.unknown !== undefined }
  }
}
