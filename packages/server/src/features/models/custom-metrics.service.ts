import type { MetricUnit } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { requestMessages } from '../../messages/requests.ts'
import type { ChangingDeal, DealChanges } from '../audit-trail/index.ts'
import type { Sections } from '../memo/index.ts'
import { customKeyFor, foundAs, isCustomMetric, type MetricRow, type Metrics } from '../metrics/index.ts'
import type { BuiltModel, Tried } from './built-model.ts'
import type { CellChoices } from './cell-choices.service.ts'
import type { ModelReading } from './model-reading.ts'
import type { ModelsStore } from './models.store.ts'
import type { TakeInModel } from './take-in-model.ts'

interface Deps {
  store: Pick<ModelsStore, 'sources' | 'putSource' | 'dropSources' | 'overrides'>
  reading: ModelReading
  cells: Pick<CellChoices, 'try'>
  takeIn: TakeInModel
  metrics: Pick<Metrics, 'all' | 'change' | 'remove'>
  sections: Pick<Sections, 'markStale'>
  changes: Pick<DealChanges, 'change'>
}

export interface NewCustomMetric {
  label: string
  unit: MetricUnit
  sheet: string
  cell: string
  scale: number | undefined
}

/** Changes to a custom metric. */
export interface CustomMetricChange {
  label: string | undefined
  unit: MetricUnit | undefined
}

export interface TriedChange {
  metricKey: string
  seen: number | undefined
  named: { label: string; unit: MetricUnit }
  /** Undefined if the metric has no cell in the current workbook. */
  tried: Tried | undefined
}

export interface TriedRemoval {
  metricKey: string
  seen: number | undefined
  document: Tried['document']
  built: BuiltModel
}

export type CustomMetrics = ReturnType<typeof createCustomMetrics>

/** Metrics that members define on a deal: a name, a unit and a cell of its workbook. */
export const createCustomMetrics = ({ store, reading, cells, takeIn, metrics, sections, changes }: Deps) => {
  const rowOf = async (dealId: string, metricKey: string): Promise<MetricRow | undefined> =>
    (await metrics.all(dealId)).find((row) => row.metricKey === metricKey)

  const customRow = async (dealId: string, metricKey: string): Promise<MetricRow> => {
    const row = (await rowOf(dealId, metricKey)) ?? refuse('metric_not_found')
    if (!isCustomMetric(metricKey)) refuse('metric_not_custom')
    return row
  }

  /** An override is stored in the unit of its metric, and other numbers are computed from it. */
  const assertNotOverridden = async (dealId: string, metricKey: string): Promise<void> => {
    if ((await store.overrides(dealId)).some((override) => override.metricKey === metricKey))
      refuse('metric_overridden')
  }

  /** Assigns the tried cell to the metric and adopts the resulting model. */
  const take = async (deal: ChangingDeal, actor: Actor, { choice, document, place, built }: Tried): Promise<number> => {
    const { sheet, cell, scale } = place
    await store.putSource({
      dealId: deal.row.id,
      metricKey: choice.metricKey,
      sheet,
      cell,
      scale,
      byTemplate: false,
      chosenBy: actor.userId,
      chosenAt: deal.at,
    })
    return (await takeIn(deal, document, built)).version
  }

  return {
    /**
     * Reads the workbook with an additional metric, without changing anything. Throws a validation error at the field
     * that is wrong.
     */
    tryNew: async (dealId: string, wanted: NewCustomMetric, signal?: AbortSignal): Promise<Tried> => {
      const { sheet, cell, scale, unit } = wanted
      const label = trimmed(wanted.label)
      const known = new Set((await metrics.all(dealId)).map(({ metricKey }) => metricKey))
      const metricKey = customKeyFor(label, (key) => known.has(key))
      const choice = { metricKey, documentId: undefined, sheet, cell, scale, named: { label, unit }, seen: 0 }
      return cells.try(dealId, choice, signal)
    },

    add: (actor: Actor, dealId: string, tried: Tried): Promise<MetricRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { metricKey } = tried.choice
        const version = await take(deal, actor, tried)
        const row = (await rowOf(dealId, metricKey)) ?? refuse('internal')
        const { sheet, cell, scale } = tried.place
        deal.record('metric.created', {
          metric_key: metricKey,
          unit: row.unit,
          sheet,
          cell,
          scale,
          version,
          before: null,
          after: row.value,
        })
        return row
      }),

    /** Reads the workbook with another name or unit of a custom metric, without changing anything. */
    tryChange: async (
      dealId: string,
      metricKey: string,
      { label, unit }: CustomMetricChange,
      seen: number | undefined,
      signal?: AbortSignal,
    ): Promise<TriedChange> => {
      const row = await customRow(dealId, metricKey)
      assertCurrent(row.version, seen)
      const named = { label: label === undefined ? row.label : trimmed(label), unit: unit ?? row.unit }
      const source = (await store.sources(dealId)).find((item) => item.metricKey === metricKey)
      if (source === undefined || source.sheet === null || source.cell === null)
        return { metricKey, seen, named, tried: undefined }
      // With another unit, the cell can need another scale.
      const scale = named.unit === row.unit ? source.scale : undefined
      const { sheet, cell } = source
      const choice = { metricKey, documentId: undefined, sheet, cell, scale, named, seen }
      return { metricKey, seen, named, tried: await cells.try(dealId, choice, signal) }
    },

    change: (actor: Actor, dealId: string, { metricKey, seen, named, tried }: TriedChange): Promise<MetricRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const former = await customRow(dealId, metricKey)
        assertCurrent(former.version, seen)
        const isRenamed = former.label !== named.label
        const isOtherUnit = former.unit !== named.unit
        if (!isRenamed && !isOtherUnit) return former
        if (isOtherUnit) await assertNotOverridden(dealId, metricKey)
        const version =
          tried === undefined
            ? void (await metrics.change(deal, [{ ...foundAs(former), ...named }]))
            : await take(deal, actor, tried)
        const row = (await rowOf(dealId, metricKey)) ?? refuse('internal')
        // With a different unit, the same value is a different number.
        if (isOtherUnit && row.value === former.value) await sections.markStale(deal, [metricKey])
        deal.record('metric.edited', {
          metric_key: metricKey,
          renamed: isRenamed,
          ...(isOtherUnit ? { unit: named.unit, before: former.value, after: row.value } : {}),
          ...(version === undefined ? {} : { version }),
        })
        return row
      }),

    /** Reads the workbook without a custom metric, without changing anything. */
    tryRemoval: async (
      dealId: string,
      metricKey: string,
      seen: number | undefined,
      signal?: AbortSignal,
    ): Promise<TriedRemoval> => {
      assertCurrent((await customRow(dealId, metricKey)).version, seen)
      await assertNotOverridden(dealId, metricKey)
      const { row, sources, options, overrides, version, readingVersion } = await reading.present(dealId)
      const { documentId, sha256, fileName } = row ?? refuse('no_model')
      if (documentId === null || sha256 === null) return refuse('no_model')
      const document = { id: documentId, sha256, fileName: fileName ?? '' }
      const { absent = [], ...settings } = options
      const others = absent.filter((key) => key !== metricKey)
      const state = {
        sha256,
        ...settings,
        ...(others.length === 0 ? {} : { absent: others }),
        sources: sources.filter((source) => source.metricKey !== metricKey),
        overrides,
      }
      const as = { fileName: document.fileName, version, readingVersion, state }
      const { built } = await reading.read(as, signal)
      return { metricKey, seen, document, built }
    },

    remove: (actor: Actor, dealId: string, { metricKey, seen, document, built }: TriedRemoval): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const row = await customRow(dealId, metricKey)
        assertCurrent(row.version, seen)
        await assertNotOverridden(dealId, metricKey)
        await store.dropSources(dealId, [metricKey])
        // This also marks the sections that cite the metric as stale, because the workbook no longer has it.
        const { version } = await takeIn(deal, document, built)
        await metrics.remove(deal, metricKey)
        deal.record('metric.deleted', { metric_key: metricKey, version, before: row.value, after: null })
      }),
  }
}

const trimmed = (label: string): string => {
  const name = label.trim()
  if (name === '') throw new InvalidInput({ at: ['body', 'label'], reason: requestMessages.nameBlank(), input: label })
  return name
}
