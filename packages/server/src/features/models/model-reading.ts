import { defaultCurrency } from '@deal-canvas/contract'
import { refuse } from '../../domain-error.ts'
import type { FoundMetric } from '../metrics/index.ts'
import type { BuiltModel, PresentModel } from './built-model.ts'
import type { ReadModel } from './model.worker.ts'
import type { ModelComputing } from './model-computing.ts'
import type { ChosenCell, ModelState, ReadingOptions } from './model-state.ts'
import type { DealModelRow, DealReadingRow, ModelsStore } from './models.store.ts'
import { ownName } from './own-name.ts'

interface Deps {
  store: Pick<ModelsStore, 'current' | 'tierOf' | 'sources' | 'overrides' | 'reading'>
  computing: Pick<ModelComputing, 'read'>
}

/** Number of formulas with and without a cached value. */
const formulaCount = (row: DealModelRow | undefined): number => (row?.formulas ?? 0) + (row?.uncached ?? 0)

/** High enough to count as read, but lower than a person's confirmation. */
export const templateConfidence = 0.95

const optionsOf = (reading: DealReadingRow | undefined, absent: readonly string[]): ReadingOptions => {
  const { lastActualYear = null, scale = null } = reading ?? {}
  const settings = { ...(lastActualYear === null ? {} : { lastActualYear }), ...(scale === null ? {} : { scale }) }
  return {
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(absent.length === 0 ? {} : { absent }),
  }
}

export interface ReadAs {
  fileName: string
  version: number
  readingVersion: number
  state: ModelState
}

export type ModelReading = ReturnType<typeof createModelReading>

/** Reads what the metrics of a deal depend on, and what a workbook yields for them. Changes nothing. */
export const createModelReading = ({ store, computing }: Deps) => {
  const chosenFor = async (dealId: string): Promise<{ sources: ChosenCell[]; absent: string[] }> => {
    const sources: ChosenCell[] = []
    const absent: string[] = []
    for (const { metricKey, metric, sheet, cell, scale, byTemplate } of await store.sources(dealId)) {
      if (sheet === null || cell === null) absent.push(metricKey)
      else
        sources.push({
          metricKey,
          sheet,
          cell,
          scale,
          ...ownName(metricKey, metric ?? undefined),
          ...(byTemplate ? { confidence: templateConfidence } : {}),
        })
    }
    return { sources, absent }
  }

  const appliedFor = async (dealId: string) =>
    (await store.overrides(dealId)).map(({ metricKey, value }) => ({ metricKey, value }))

  /** The settings, cells and overrides of a deal, including a deal that an intake has only reserved. */
  const chosen = async (dealId: string) => {
    // Read the versions first: if the model changes in between, the result counts as computed from the older version.
    const row = await store.current(dealId)
    const reading = await store.reading(dealId)
    const [{ sources, absent }, overrides] = await Promise.all([chosenFor(dealId), appliedFor(dealId)])
    return { row, reading, sources, options: optionsOf(reading, absent), overrides }
  }

  const present = async (dealId: string): Promise<PresentModel> => {
    const { row, reading, sources, options, overrides } = await chosen(dealId)
    const tier = await store.tierOf(dealId)
    const sha256 = row?.sha256 ?? null
    return {
      row,
      tier: tier ?? refuse('deal_not_found'),
      version: row?.version ?? 0,
      sources,
      overrides,
      options,
      readingVersion: reading?.version ?? 0,
      currency: reading?.currency ?? reading?.workbookCurrency ?? defaultCurrency,
      state:
        sha256 === null
          ? undefined
          : {
              sha256,
              formulas: formulaCount(row),
              ...(tier === 'legacy' ? {} : { tier }),
              ...options,
              sources,
              overrides,
            },
    }
  }

  /** Reads a workbook as the metrics of a deal, with the chosen cells and the overrides. */
  const read = async (
    { fileName, version, readingVersion, state }: ReadAs,
    signal?: AbortSignal,
  ): Promise<{ read: ReadModel; built: BuiltModel }> => {
    const found = await computing.read(state, signal)
    const names = new Map(state.sources.map((source) => [source.metricKey, source]))
    const metricOf = (metric: ReadModel['metrics'][number]): FoundMetric => {
      const own = names.get(metric.metricKey)
      return {
        metricKey: metric.metricKey,
        value: metric.value,
        kind: metric.kind,
        ...(own?.name === undefined ? {} : { label: own.name, unit: own.unit }),
        ...(metric.formula === null ? {} : { formula: metric.formula }),
        source: { file: fileName, sheet: metric.sheet, cell: metric.cell },
        confidence: metric.confidence,
        computedShare: metric.computedShare,
      }
    }
    const built: BuiltModel = {
      basedOn: version,
      tier: found.tier,
      dealType: found.dealType ?? '',
      formulas: found.formulas,
      computed: found.computed,
      agreeing: found.agreeing,
      uncached: found.uncached,
      frozen: found.frozen,
      metrics: found.metrics.map(metricOf),
      quality: found.quality,
      replaced: found.replaced,
      lostSources: [...found.lostSources],
      lostOverrides: [...found.lostOverrides],
      readingVersion,
      template: found.template,
      currency: found.currency,
    }
    return { read: found, built }
  }

  return { present, read, chosen }
}
