import type { FormulaCell } from '../calculate/model.ts'
import { saidValue } from '../integrity/wording.ts'
import type { Scalar } from '../value/value.ts'
import type { Calculator } from './calculator.ts'

/** Why a formula keeps its cached value. */
export const frozenReasons = [
  'external_link',
  'unsupported_function',
  'unreadable_formula',
  'volatile_function',
  'distant_cell',
  'disagreement',
  'circular_reference',
  'data_table',
] as const
export type FrozenReason = (typeof frozenReasons)[number]

/** A formula or data table that is not recalculated. */
export interface FrozenFormula {
  readonly node: number
  /** Its first cell. */
  readonly id: number
  readonly reason: FrozenReason
  /** A predicate to put after the name of the cell. */
  readonly message: string
}

const codes: Readonly<Record<NonNullable<FormulaCell['frozen']>, FrozenReason>> = {
  external: 'external_link',
  unsupported: 'unsupported_function',
  syntax: 'unreadable_formula',
  volatile: 'volatile_function',
  'stray cell': 'distant_cell',
}
const messages: Readonly<Record<NonNullable<FormulaCell['frozen']>, string>> = {
  external: 'links to another workbook',
  unsupported: 'uses a function or name that is not supported',
  syntax: 'has a formula that cannot be read',
  volatile: 'uses TODAY, NOW or RAND, and the moment of its cached value is not known',
  'stray cell': 'refers to a cell far outside the used area',
}

/** A value in words, with all its digits where two different values would read the same. */
const toldApart = (value: Scalar, other: Scalar): string =>
  typeof value === 'number' && saidValue(value) === saidValue(other) ? String(value) : saidValue(value)

/** All formulas and data tables that keep their cached values, by their nodes. */
export const frozenFormulas = ({ model, check, unsettled }: Calculator): ReadonlyMap<number, FrozenFormula> => {
  const { formulas, grid, nodeAt, tables } = model
  const found = new Map<number, FrozenFormula>()
  const add = (node: number, reason: FrozenReason, message: string): void => {
    const id = formulas[node]?.id
    if (id !== undefined) found.set(node, { node, id, reason, message })
  }
  formulas.forEach(({ frozen }, node) => {
    if (frozen !== undefined) add(node, codes[frozen], messages[frozen])
  })
  const circular = new Set(
    check.disagreeing.length === 0
      ? []
      : model.order().flatMap((component) => (component.circular ? [...component.nodes] : [])),
  )
  for (const { formula, got, expected } of check.disagreeing) {
    const node = nodeAt(formula.id)
    const values = `recalculates to ${toldApart(got, expected)}, but the workbook has ${toldApart(expected, got)}`
    if (circular.has(node)) add(node, 'circular_reference', `is part of a circular reference and ${values}`)
    else if (node < formulas.length) add(node, 'disagreement', values)
    const { area } = tables[node - formulas.length] ?? {}
    if (area !== undefined)
      found.set(node, {
        node,
        id: grid.idOf(area.sheet, area.top, area.left),
        reason: 'data_table',
        message: `is a data table in which a cell ${values}`,
      })
  }
  tables.forEach(({ kept, area }, n) => {
    const node = formulas.length + n
    const id = grid.idOf(area.sheet, area.top, area.left)
    if (kept !== undefined) found.set(node, { node, id, reason: 'data_table', message: `is a data table that ${kept}` })
  })
  for (const { id } of unsettled())
    add(nodeAt(id), 'circular_reference', 'is part of a circular reference that does not settle')
  return found
}
