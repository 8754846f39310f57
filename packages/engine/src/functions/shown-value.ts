import type { Scalar } from '@deal-canvas/workbook-reader'
import { formatNumber } from './number-format.ts'

/** As many digits as a cell without a number format shows. */
const shownDigits = 11

/** Formats a value as its cell displays it. */
export const shownValue = ({ value, format }: { value: Scalar; format?: string | undefined }): string => {
  if (value === null) return ''
  if (typeof value === 'number') {
    const shown = format === undefined ? undefined : formatNumber(value, format)?.trim()
    return shown ?? String(Number(value.toPrecision(shownDigits)))
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? value : value.error
}
