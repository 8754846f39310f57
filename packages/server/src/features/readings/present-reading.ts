import {
  defaultCurrency,
  maxAlternatives,
  type Reading,
  type ReadingAlternative,
  type ReadingChanged,
  type ReadingMetric,
  type Reread,
} from '@deal-canvas/contract'
import { kindOf, placeOf, subjectOf } from '@deal-canvas/engine'
import { isCustomMetric, readConfidence } from '../metrics/index.ts'
import type { CellReading, MetricReading, UnsureReading } from '../models/index.ts'
import { presentDifference } from '../models/index.ts'
import type { Rereading } from './read-again.service.ts'
import type { ReadingResult, ShownReading } from './readings.service.ts'

const presentAlternative = ({
  sheet,
  cell,
  label,
  value,
  period,
  isFormula,
  confidence,
}: CellReading): ReadingAlternative => ({
  cell: { sheet, cell },
  label,
  value,
  period,
  is_formula: isFormula,
  confidence,
})

const presentAlternatives = (cells: readonly CellReading[]): ReadingAlternative[] =>
  cells.slice(0, maxAlternatives).map(presentAlternative)

/** How a metric is classified in the list of metrics to check. */
const placeInList = (
  metricKey: string,
  { found }: Pick<ShownReading, 'found'>,
): Pick<ReadingMetric, 'headline' | 'custom' | 'subject'> => {
  const custom = isCustomMetric(metricKey)
  const headlines = found?.headlines ?? []
  return {
    // If the headline metrics of the deal are unknown, use the core metrics of any memo.
    headline: headlines.length === 0 ? kindOf(metricKey)?.core === true : headlines.includes(metricKey),
    subject: custom ? 'custom' : subjectOf(metricKey),
    custom,
  }
}

const presentFound = (metric: MetricReading, shown: ShownReading): ReadingMetric => {
  const { byPeople, byTemplate, own } = shown
  const { metricKey, unit, alternatives, ...found } = metric
  return {
    key: metricKey,
    name: kindOf(metricKey)?.label ?? own.get(metricKey)?.label ?? metricKey,
    unit,
    ...presentAlternative(found),
    confirmation: byPeople.has(metricKey) ? 'confirmed' : found.confidence < readConfidence ? 'unconfirmed' : 'read',
    ...placeInList(metricKey, shown),
    from_template: byTemplate.has(metricKey),
    alternatives: presentAlternatives(alternatives),
  }
}

const presentMissing = (metricKey: string, unsure: UnsureReading | undefined, shown: ShownReading): ReadingMetric => ({
  key: metricKey,
  name: kindOf(metricKey)?.label ?? shown.own.get(metricKey)?.label ?? metricKey,
  unit: unsure?.unit ?? kindOf(metricKey)?.unit ?? shown.own.get(metricKey)?.unit ?? 'ratio',
  cell: null,
  label: '',
  value: null,
  period: null,
  is_formula: false,
  confidence: null,
  confirmation: shown.absent.has(metricKey) ? 'confirmed' : 'unconfirmed',
  ...placeInList(metricKey, shown),
  from_template: false,
  alternatives: presentAlternatives(unsure?.alternatives ?? []),
})

export const presentReading = (shown: ShownReading): Reading => {
  const { status, document, found, settings, absent, own, version } = shown
  const currency = settings.currency ?? found?.currency ?? shown.workbookCurrency
  const unsure = new Map((found?.unsure ?? []).map((metric) => [metric.metricKey, metric]))
  const isFound = (metricKey: string): boolean =>
    found?.metrics.some((metric) => metric.metricKey === metricKey) === true
  // In a newer workbook, the cell of a custom metric may no longer hold a number.
  const lost = [...own].flatMap(([metricKey, { value }]) =>
    isCustomMetric(metricKey) && value === null && !isFound(metricKey) ? [metricKey] : [],
  )
  const missing = new Set([...(found?.notFound ?? []), ...unsure.keys(), ...absent, ...lost])
  const metrics = [
    ...(found?.metrics ?? []).map((metric) => presentFound(metric, shown)),
    ...(found === undefined
      ? []
      : [...missing].map((metricKey) => presentMissing(metricKey, unsure.get(metricKey), shown))),
  ].sort((a, b) => placeOf(a.key) - placeOf(b.key) || (a.key < b.key ? -1 : 1))
  const originOf = (set: unknown, said: unknown) =>
    set !== null
      ? ('person' as const)
      : said === null || said === undefined
        ? ('default' as const)
        : ('workbook' as const)
  return {
    status,
    document_id: document?.id ?? null,
    file_name: document?.fileName ?? null,
    deal_type: found?.dealType ?? null,
    deal_kind: found?.dealKind ?? null,
    currency: currency ?? defaultCurrency,
    currency_origin: originOf(settings.currency, currency),
    units: { scale: settings.scale ?? found?.scale ?? 1, origin: originOf(settings.scale, found?.scale) },
    boundary: {
      last_actual_year: settings.lastActualYear ?? found?.lastActualYear ?? null,
      origin: originOf(settings.lastActualYear, found?.lastActualYear),
    },
    scenario:
      found === undefined || found.scenario === null
        ? null
        : { ...found.scenario, choices: [...found.scenario.choices] },
    metrics,
    version,
  }
}

export const presentReread = ({ differences, tier, version }: Awaited<ReturnType<Rereading['preview']>>): Reread => ({
  metrics: differences.map(({ metricKey, label, ...difference }) => ({ key: metricKey, name: label, ...difference })),
  tier,
  version,
})

export const presentResult = ({ shown, differences, redrafted, stale }: ReadingResult): ReadingChanged => ({
  ...presentReading(shown),
  differences: differences.map(presentDifference),
  redrafted_sections: redrafted,
  stale_sections: stale,
})
