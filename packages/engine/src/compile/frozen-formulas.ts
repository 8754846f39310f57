import type { FormulaCell } from '../calculate/model.ts'
import { formatValue } from '../integrity/wording.ts'
import { readingMessages as messages } from '../messages/reading.ts'
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

type FrozenMessage = (names: { readonly cell: string }) => string

/** A formula or data table that is not recalculated. */
export interface FrozenFormula {
  readonly node: number
  /** Its first cell's name. */
  readonly id: number
  readonly reason: FrozenReason
  /** The reason as a sentence about the named cell. */
  readonly message: FrozenMessage
}

const codes: Readonly<Record<NonNullable<FormulaCell['frozen']>, FrozenReason>> = {
  external: 'external_link',
  unsupported: 'unsupported_function',
  syntax: 'unreadable_formula',
  volatile: 'volatile_function',
  'stray cell': 'distant_cell',
}
const sentences: Readonly<Record<NonNullable<FormulaCell['frozen']>, FrozenMessage>> = {
  external: messages.externalLink,
  unsupported: messages.unsupportedFunction,
  syntax: messages.unreadableFormula,
  volatile: messages.volatileFunction,
  'stray cell': messages.distantCell,
}

/** A value, with all its digits if two different values would otherwise look the same. */
const formatApart = (value: Scalar, other: Scalar): string =>
  typeof value === 'number' && formatValue(value) === formatValue(other) ? String(value) : formatValue(value)

/** All formulas and data tables that keep their cached values, with their nodes. */
export const frozenFormulas = ({ model, check, unsettled }: Calculator): ReadonlyMap<number, FrozenFormula> => {
  const { formulas, grid, nodeAt, tables } = model
  const found = new Map<number, FrozenFormula>()
  const add = (node: number, reason: FrozenReason, message: FrozenMessage): void => {
    const id = formulas[node]?.id
    if (id !== undefined) found.set(node, { node, id, reason, message })
  }
  formulas.forEach(({ frozen }, node) => {
    if (frozen !== undefined) add(node, codes[frozen], sentences[frozen])
  })
  const circular = new Set(
    check.disagreeing.length === 0
      ? []
      : model.order().flatMap((component) => (component.circular ? [...component.nodes] : [])),
  )
  for (const { formula, got, expected } of check.disagreeing) {
    const node = nodeAt(formula.id)
    const saying =
      (message: typeof messages.disagreement): FrozenMessage =>
      ({ cell }) =>
        message({ cell, computed: formatApart(got, expected), stored: formatApart(expected, got) })
    if (circular.has(node)) add(node, 'circular_reference', saying(messages.circularDisagreement))
    else if (node < formulas.length) add(node, 'disagreement', saying(messages.disagreement))
    const { area } = tables[node - formulas.length] ?? {}
    if (area !== undefined)
      found.set(node, {
        node,
        id: grid.idOf(area.sheet, area.top, area.left),
        reason: 'data_table',
        message: saying(messages.tableDisagreement),
      })
  }
  tables.forEach(({ kept, area }, n) => {
    const node = formulas.length + n
    const id = grid.idOf(area.sheet, area.top, area.left)
    if (kept === undefined) return
    const message = kept === 'no_input_cell' ? messages.tableWithoutInput : messages.tableTooLarge
    found.set(node, { node, id, reason: 'data_table', message })
  })
  for (const { id } of unsettled()) add(nodeAt(id), 'circular_reference', messages.circularUnsettled)
  return found
}
