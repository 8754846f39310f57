import {
  defaultCurrency,
  type Reading,
  type ReadingAlternative,
  type ReadingChanged,
  type ReadingMetric,
} from '@deal-canvas/contract'
import { kindOf, placeOf } from '@deal-canvas/engine'
import { readConfidence } from '../metrics/provenance.ts'
import { presentDifference } from '../models/present-difference.ts'
import type { CellReading, MetricReading, UnsureReading } from '../models/workbook-reading.ts'
import type { ReadingResult, ShownReading } from './readings.service.ts'

const maxAlternatives = 5

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

const presentFound = (metric: MetricReading, { byPeople, byTemplate, labels }: ShownReading): ReadingMetric => {
  const { metricKey, unit, alternatives, ...found } = metric
  return {
    key: metricKey,
    name: kindOf(metricKey)?.label ?? labels.get(metricKey) ?? metricKey,
    unit,
    ...presentAlternative(found),
    confirmation: byPeople.has(metricKey) ? 'confirmed' : found.confidence < readConfidence ? 'unconfirmed' : 'read',
    headline: kindOf(metricKey)?.core ?? false,
    from_template: byTemplate.has(metricKey),
    alternatives: presentAlternatives(alternatives),
  }
}

const presentMissing = (
  metricKey: string,
  unsure: UnsureReading | undefined,
  { absent, labels }: ShownReading,
): ReadingMetric => ({
  key: metricKey,
  name: kindOf(metricKey)?.label ?? labels.get(metricKey) ?? metricKey,
  unit: unsure?.unit ?? kindOf(metricKey)?.unit ?? 'ratio',
  cell: null,
  label: '',
  value: null,
  period: null,
  is_formula: false,
  confidence: null,
  confirmation: absent.has(metricKey) ? 'confirmed' : 'unconfirmed',
  headline: kindOf(metricKey)?.core ?? false,
  from_template: false,
  alternatives: presentAlternatives(unsure?.alternatives ?? []),
})

export const presentReading = (shown: ShownReading): Reading => {
  const { status, document, found, settings, absent, version } = shown
  const currency = settings.currency ?? found?.currency ?? shown.workbookCurrency
  const unsure = new Map((found?.unsure ?? []).map((metric) => [metric.metricKey, metric]))
  const missing = new Set([...(found?.notFound ?? []), ...unsure.keys(), ...absent])
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

export const presentResult = ({ shown, differences, redrafted, stale }: ReadingResult): ReadingChanged => ({
  ...presentReading(shown),
  differences: differences.map(presentDifference),
  redrafted_sections: redrafted,
  stale_sections: stale,
})
