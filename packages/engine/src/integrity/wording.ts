import { type CellPosition, createSharedFormula } from '@deal-canvas/workbook-reader'
import type { FormulaCell } from '../calculate/model.ts'
import { isError, type Scalar } from '../value/value.ts'
import { withoutTrailing } from '../value/without-trailing.ts'

/** A number with thousands separators and as many digits as a reader needs. */
export const formatNumber = (value: number): string => {
  const size = Math.abs(value)
  const rounded = size >= 1000 ? value.toFixed(size >= 100_000 ? 0 : 2) : String(Number(value.toPrecision(5)))
  const [whole = '', rest = ''] = rounded.split('.')
  if (rounded.includes('e')) return rounded
  const decimals = withoutTrailing(rest, '0')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${decimals === '' ? '' : `.${decimals}`}`
}

/** A share as a percentage: 0.125 is 12.5%. */
export const formatPercent = (share: number): string => `${formatNumber(share * 100)}%`

export const formatValue = (value: Scalar): string => {
  if (typeof value === 'number') return formatNumber(value)
  if (value === null) return 'nothing'
  if (isError(value)) return value.error
  return typeof value === 'string' ? `“${shortened(value, 40)}”` : value ? 'TRUE' : 'FALSE'
}

export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`

/** Longer formulas are truncated. */
const maxFormula = 60

export const formatFormula = (text: string): string => shortened(`=${text}`, maxFormula)

/** The formula of a neighbor as it would be in another cell. */
export const formatPattern = ({ text, place }: Pick<FormulaCell, 'text' | 'place'>, at: CellPosition): string =>
  formatFormula(createSharedFormula(text, place)(at))
