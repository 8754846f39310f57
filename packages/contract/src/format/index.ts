export { formatBeforeAfter, type MetricMove } from './before-after.ts'
export {
  formatCalendarDay,
  formatClock,
  formatDate,
  formatDateAndTime,
  formatDayOfYear,
  formatLongDate,
  formatMonth,
} from './dates.ts'
export { formatChange, formatMetric, formatPercentChange, isMetricUnit } from './metric.ts'
export { metricFormatter } from './metric-series.ts'
export { currencySign } from './money.ts'
export { formatCount, formatExact } from './numbers.ts'
