import { findingMessages as messages } from '../messages/findings.ts'
import { metricNameOf } from '../metrics/metric-name.ts'
import { anyInternalRate } from '../numeric/internal-rate.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import type { Entry, Inspection } from './inspection.ts'
import { areaOfPlace } from './rectangles.ts'
import { returnFlows } from './return-flows.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { timelinesIn } from './timelines.ts'

const equityFlows =
  /^(?:(?:net|total) )?(?:levered|equity|sponsor|investor|lp)(?: net)? (?:cash )?flows?$|^cash flows? to (?:equity|sponsor|investors?)$|^(?:net )?levered cash flows?(?: to equity)?$/

const rates = ['levered_irr_pct', 'gross_irr_pct']
const multiples = ['equity_multiple', 'moic']
/** One matching row is enough; the limit keeps a file with nothing but such rows from taking hours. */
const maxRows = 20
const tolerance = { rate: 0.25, multiple: 0.02 }

/** The number of flows per year, from a timeline above the row; undefined if unknown. */
const flowsPerYear = (inspection: Inspection, { sheet, row, values }: Entry): number | undefined => {
  const [first, second] = values
  for (const line of inspection.lines[sheet] ?? []) {
    if (line.row >= row) break
    for (const { kind, periods } of timelinesIn(inspection, line)) {
      const at = (column: number | undefined) => periods.find((period) => period.column === column)?.at
      const step = (at(second?.column) ?? 0) - (at(first?.column) ?? 0)
      if (kind === 'dates' && step > 0 && step <= 12) return 12 / step
    }
  }
  return undefined
}

/** Semiannual, quarterly or monthly flows whose heading does not say so. */
const periodsPerYear = [1, 2, 4, 12]

/** The most likely rate first. */
const returnsOf = (inspection: Inspection, entry: Entry): { rates: number[]; multiple: number } => {
  const flows = entry.values.map(({ value }) => value)
  const rate = anyInternalRate(flows)
  const paid = flows.reduce((sum, flow) => sum + Math.min(0, flow), 0)
  const got = flows.reduce((sum, flow) => sum + Math.max(0, flow), 0)
  const perYear = flowsPerYear(inspection, entry)
  const rates =
    rate === undefined
      ? []
      : (perYear === undefined ? periodsPerYear : [perYear]).map((n) => ((1 + rate) ** n - 1) * 100)
  return { rates, multiple: got / -paid }
}

/** Compares stated returns with the model's own equity cash flows. */
const statedReturns: Check = (inspection) => {
  const known = likeliestByKey(inspection.metrics)
  const stated = [...rates, ...multiples].flatMap((key) => known.get(key) ?? [])
  const rows = inspection.entries
    .filter(
      ({ label, values }) =>
        equityFlows.test(label) &&
        values.length >= 3 &&
        (values[0]?.value ?? 0) < 0 &&
        values.some(({ value }) => value > 0),
    )
    .slice(0, maxRows)
  if (stated.length === 0 || rows.length === 0) return undefined
  const computed = rows.map((entry) => ({ entry, ...returnsOf(inspection, entry) }))
  const isComputedHere = ({ sheet, row, column }: SureMetric): boolean =>
    [...(inspection.formulaAt(sheet, row, column)?.functions ?? [])].some((name) => name.endsWith('IRR'))
  return stated.flatMap((metric): Slip[] => {
    const isRate = rates.includes(metric.metricKey)
    // An IRR over other flows, such as XIRR, is taken as the model computes it.
    if (isRate && isComputedHere(metric)) return []
    const found = computed.flatMap((result) => {
      const values = isRate ? result.rates : [result.multiple]
      return values.filter(Number.isFinite).map((value) => ({ entry: result.entry, value }))
    })
    const within = isRate ? tolerance.rate : tolerance.multiple
    const [only, another] = found
    // With several rows it is unknown which one is meant: one match is enough.
    if (only === undefined || found.some(({ value }) => Math.abs(value - metric.value) <= within)) return []
    if (another !== undefined && another.entry !== only.entry) return []
    return [
      {
        check: 'returns_reconcile',
        message: messages.returnDiffers({
          name: metricNameOf(metric.metricKey),
          stated: inspection.formatMetric(metric.metricKey, metric.value),
          cell: inspection.nameOf(metric),
          flows: only.entry.text,
          place: inspection.nameOf(only.entry),
          computed: inspection.formatMetric(metric.metricKey, only.value),
        }),
        areas: [areaOfPlace(metric)],
        restsOn: [metric],
      },
    ]
  })
}

/** Returns that do not reconcile with their cash flows. */
export const returns: Check = (inspection) => {
  const stated = statedReturns(inspection)
  const { seen, slips } = returnFlows(inspection)
  if (stated === undefined) return seen ? slips : undefined
  // A mapped rate has already been compared.
  const mapped = new Set(inspection.metrics.map(({ sheet, row, column }) => `${sheet} ${row} ${column}`))
  const isNew = ({ areas: [area] }: Slip): boolean => !mapped.has(`${area?.sheet} ${area?.top} ${area?.left}`)
  return [...stated, ...slips.filter(isNew)]
}
