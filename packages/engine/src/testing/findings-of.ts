import type { Workbook } from '@deal-canvas/workbook-reader'
import { openCalculator } from '../compile/calculator.ts'
import { assess } from '../integrity/assess.ts'
import type { CheckId } from '../integrity/catalogue.ts'
import type { Finding, MappedMetric } from '../integrity/finding.ts'

/** The findings of one check about a workbook. */
export const findingsOf = (
  check: CheckId,
  workbook: Workbook,
  metrics: readonly MappedMetric[] = [],
): Pick<Finding, 'severity' | 'sheet' | 'cell' | 'message' | 'impact'>[] =>
  assess(openCalculator(workbook), metrics)
    .findings.filter((finding) => finding.check === check)
    .map(({ check: _, ...rest }) => rest)

/** A metric on the first sheet, in a separate row, unless specified otherwise. */
export const metric = (metricKey: string, value: number | null, rest: Partial<MappedMetric> = {}): MappedMetric => ({
  metricKey,
  value,
  sheet: 0,
  row: 0,
  column: 1,
  confidence: 1,
  ...rest,
})
