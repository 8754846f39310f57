import { documentMessages } from '../../../messages/documents.ts'
import type { CellLabels } from './cell-lookup.ts'

const messages = documentMessages

/** Words for one cell: "Net operating income (Year 1)". */
export const cellWords = ({ label, header }: CellLabels): string | undefined =>
  label !== undefined && header !== undefined ? messages.labelInColumn({ label, header }) : (label ?? header)

/**
 * Words for a row or a column of cells, by its ends: "Rent to Other income (Year 1)", "Rent (Year 1 to Year 5)".
 * Undefined unless both ends have words that tell them apart.
 */
export const rangeWords = (first: CellLabels, last: CellLabels, isRow: boolean): string | undefined => {
  if (isRow) {
    if (first.label === undefined || first.label !== last.label) return undefined
    if (first.header === undefined || last.header === undefined || first.header === last.header) return undefined
    const header = messages.fromTo({ first: first.header, last: last.header })
    return messages.labelInColumn({ label: first.label, header })
  }
  if (first.label === undefined || last.label === undefined || first.label === last.label) return undefined
  if (first.header !== last.header) return undefined
  return cellWords({ label: messages.fromTo({ first: first.label, last: last.label }), header: first.header })
}
