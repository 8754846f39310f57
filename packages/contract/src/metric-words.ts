/**
 * Dollars; percentage points (5.25 is 5.25 %); a multiple (2.5 is 2.5x); a plain ratio; a count; square feet; months; a
 * date as a spreadsheet serial number (45,976 is November 15, 2025).
 */
export const metricUnits = [
  'currency',
  'percentage_points',
  'multiple_x',
  'ratio',
  'count',
  'square_feet',
  'months',
  'date',
] as const
export type MetricUnit = (typeof metricUnits)[number]

export const metricOrigins = ['computed', 'input', 'overridden', 'frozen', 'manual'] as const
export const metricConfirmations = ['confirmed', 'read', 'unconfirmed'] as const
