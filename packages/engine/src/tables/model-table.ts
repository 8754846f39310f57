/** What a table of a model shows. */
export type ModelTableKind =
  | 'sources'
  | 'uses'
  | 'unit_mix'
  | 'operating_statement'
  | 'income_statement'
  | 'cash_flow'
  | 'balance_sheet'
  | 'debt_schedule'

/** A table of a workbook that a memo can show. Rows and columns count from 0. */
export interface ModelTable {
  readonly kind: ModelTableKind
  readonly sheet: string
  /** From the row of the heads, or the first row, and the column of the labels, to the last of each. */
  readonly area: { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number }
  readonly headRows: 0 | 1
  readonly rows: readonly TableRow[]
  readonly columns: readonly number[]
}

export interface TableRow {
  readonly row: number
  readonly label: string
  readonly isTotal: boolean
}

/** More rows or columns are not read on a page. */
export const maxTableRows = 18
export const maxTableColumns = 11

const totals =
  /^(?:totals?\b.*|.*\btotal|net operating income|noi|adjusted ebitda|ebitda|ebit|gross profit|gross margin|operating income|net income|net earnings|effective gross (?:income|revenue)|egi|(?:(?:un)?levered|net|free|operating|property)? ?cash flow\b.*|(?:ending|closing)(?: [a-z]+){0,2} balance)$/

/** Whether the line of a label sums up those above it. Takes a normalized label. */
export const isTotal = (label: string): boolean => totals.test(label)
