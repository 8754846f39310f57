import { kindOf } from '@deal-canvas/engine'
import { refuse } from '../../domain-error.ts'
import type { FoundMetric, Metrics } from '../metrics/metrics.service.ts'
import type { BuiltModel, PresentModel } from './built-model.ts'
import type { ReadModel } from './model.worker.ts'
import type { ModelComputing } from './model-computing.ts'
import type { ChosenCell, ModelState } from './model-state.ts'
import type { ModelsStore } from './models.store.ts'
import { unitOf } from './unit-of.ts'

interface Deps {
  store: Pick<ModelsStore, 'current' | 'tierOf' | 'sources' | 'overrides'>
  computing: Pick<ModelComputing, 'read'>
  metrics: Pick<Metrics, 'all'>
}

export type ModelReading = ReturnType<typeof createModelReading>

/** What the numbers of a deal depend on, and what a workbook makes of them. Changes nothing. */
export const createModelReading = ({ store, computing, metrics }: Deps) => {
  const chosenFor = async (dealId: string): Promise<ChosenCell[]> =>
    (await store.sources(dealId)).map(({ unit, ...source }) => ({ ...source, unit: unitOf(source.metricKey, unit) }))

  const appliedFor = async (dealId: string) =>
    (await store.overrides(dealId)).map(({ metricKey, value }) => ({ metricKey, value }))

  const present = async (dealId: string): Promise<PresentModel> => {
    // The version first: if somebody moves the model meanwhile, what is computed counts as computed from the one before.
    const row = await store.current(dealId)
    const [tier, sources, overrides] = await Promise.all([store.tierOf(dealId), chosenFor(dealId), appliedFor(dealId)])
    const sha256 = row?.sha256 ?? null
    return {
      row,
      tier: tier ?? refuse('deal_not_found'),
      version: row?.version ?? 0,
      sources,
      overrides,
      state: sha256 === null ? undefined : { sha256, formulas: row?.formulas ?? 0, sources, overrides },
    }
  }

  /** A workbook as the numbers of a deal, with the cells that people chose and the values that they applied. */
  const read = async (
    dealId: string,
    { fileName, version, state }: { fileName: string; version: number; state: ModelState },
    signal?: AbortSignal,
  ): Promise<{ read: ReadModel; built: BuiltModel }> => {
    const rows = new Map((await metrics.all(dealId)).map((row) => [row.metricKey, row]))
    const found = await computing.read(state, signal)
    const metricOf = (one: ReadModel['metrics'][number]): FoundMetric => {
      const row = kindOf(one.metricKey) === undefined ? rows.get(one.metricKey) : undefined
      return {
        metricKey: one.metricKey,
        value: one.value,
        kind: one.kind,
        ...(row === undefined ? {} : { label: row.label, unit: row.unit }),
        ...(one.formula === null ? {} : { formula: one.formula }),
        source: { file: fileName, sheet: one.sheet, cell: one.cell },
        confidence: one.confidence,
        computedShare: one.computedShare,
      }
    }
    const built: BuiltModel = {
      basedOn: version,
      tier: found.tier,
      dealType: found.dealType ?? '',
      formulas: found.formulas,
      computed: found.computed,
      agreeing: found.agreeing,
      metrics: found.metrics.map(metricOf),
      quality: found.quality,
      lostSources: [...found.lostSources],
      lostOverrides: [...found.lostOverrides],
    }
    return { read: found, built }
  }

  return { present, read }
}
