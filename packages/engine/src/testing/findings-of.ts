import { openCalculator } from '../compile/calculator.ts'
import { assess } from '../integrity/assess.ts'
import type { CheckId } from '../integrity/catalogue.ts'
import type { Finding, MappedMetric } from '../integrity/finding.ts'
import type { Workbook } from '../read/workbook.ts'

/** What one check says about a workbook. */
export const findingsOf = (
  check: CheckId,
  workbook: Workbook,
  metrics: readonly MappedMetric[] = [],
): Pick<Finding, 'severity' | 'sheet' | 'cell' | 'message' | 'impact'>[] =>
  assess(openCalculator(workbook), metrics)
    .findings.filter((finding) => finding.check === check)
    .map(({ check: _, ...rest }) => rest)

/** A metric on the first sheet, in a row of its own, unless said otherwise. */
export const metric = (metricKey: string, value: number | null, rest: Partial<MappedMetric> = {}): MappedMetric => ({
  metricKey,
  value,
  sheet: 0,
  row: 0,
  column: 1,
  confidence: 1,
  ...rest,
})
