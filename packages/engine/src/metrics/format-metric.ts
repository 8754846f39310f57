import type { Workbook } from '@deal-canvas/workbook-reader'
import { formatNumber } from '../integrity/wording.ts'
import { unitMessages as messages } from '../messages/units.ts'
import type { MetricUnit } from './catalogue/metric-kind.ts'
import { workbookCurrency } from './workbook-currency.ts'

/** From this amount on, cents only make it harder to read. */
const wholeFrom = 1_000

const createMoneyFormat = (currency: string | undefined): ((value: number) => string) => {
  if (currency === undefined) return formatNumber
  const style = {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  } as const
  const exact = new Intl.NumberFormat('en-US', { ...style, maximumFractionDigits: 2 })
  const whole = new Intl.NumberFormat('en-US', { ...style, maximumFractionDigits: 0 })
  return (value) => (Math.abs(value) < wholeFrom ? exact : whole).format(value)
}

export type MetricFormat = ReturnType<typeof createMetricFormat>

/**
 * Creates a function that formats a value with its unit: $2,550,250, 5.25%, 1.25x. Without a currency, amounts have no
 * symbol.
 */
export const createMetricFormat = (workbook?: Workbook) => {
  // Created for the first amount: finding the currency scans every cell.
  let formatMoney: ((value: number) => string) | undefined
  const byUnit: Readonly<Record<MetricUnit, (value: number) => string>> = {
    currency: (value) => {
      formatMoney ??= createMoneyFormat(workbook === undefined ? undefined : workbookCurrency(workbook)?.currency)
      return formatMoney(value)
    },
    percentage_points: (value) => messages.percent({ value: formatNumber(value) }),
    multiple_x: (value) => messages.multiple({ value: formatNumber(value) }),
    ratio: formatNumber,
    count: formatNumber,
    square_feet: (value) => messages.squareFeet({ value: formatNumber(value) }),
    months: (count) => messages.months({ count }),
    date: formatNumber,
  }
  return (value: number, unit: MetricUnit): string => byUnit[unit](value)
}
