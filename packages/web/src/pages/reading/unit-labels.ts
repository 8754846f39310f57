import type { MetricUnit } from '@deal-canvas/contract'

/** What the units of metrics are called where a person chooses one. */
export const unitLabels: Readonly<Record<MetricUnit, string>> = {
  currency: 'Amount of money',
  percentage_points: 'Percent',
  multiple_x: 'Multiple (x)',
  ratio: 'Plain number',
  count: 'Count',
  square_feet: 'Square feet',
  months: 'Months',
  date: 'Date',
}
