import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import { modelMessages } from '../../messages/models.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Memo, Sections } from '../memo/index.ts'
import type { MetricRow, Metrics } from '../metrics/index.ts'
import type { Choice, Tried } from './built-model.ts'
import { recordedDifferences } from './differences.ts'
import type { ModelReading } from './model-reading.ts'
import { ModelRefusal } from './model-refusal.ts'
import type { ChosenCell, ReadingOptions } from './model-state.ts'
import type { DealModelRow, ModelsStore } from './models.store.ts'
import { ownName } from './own-name.ts'
import type { TakeInModel } from './take-in-model.ts'
import type { TemplateMemory } from './template-memory.ts'
import { isUnitScale } from './unit-scale.ts'

interface Deps {
  store: Pick<ModelsStore, 'putSource'>
  reading: ModelReading
  takeIn: TakeInModel
  metrics: Pick<Metrics, 'all'>
  changes: Pick<DealChanges, 'change'>
  templates: Pick<TemplateMemory, 'learn'>
  /** Drafts the sections again that nobody has edited; `planned` repeats the change if that is slow. */
  memo: Pick<Memo, 'planRedraft' | 'redraft'>
  planned: Sections['planned']
  now: Clock
}

export type CellChoices = ReturnType<typeof createCellChoices>

/** Lets members choose the workbook cell of a metric. */
export const createCellChoices = ({
  store,
  reading,
  takeIn,
  metrics,
  changes,
  templates,
  memo,
  planned,
  now,
}: Deps) => ({
  /** Reads the deal's workbook with another cell for a metric. Throws a validation error at the field that is wrong. */
  try: async (dealId: string, choice: Choice, signal?: AbortSignal): Promise<Tried> => {
    const { row, sources: chosenBefore, options, overrides, version, readingVersion } = await reading.present(dealId)
    const document = documentOf(row) ?? refuse('no_model')
    const { metricKey, documentId, sheet, cell, scale, named } = choice
    if (documentId !== undefined && documentId !== document.id) {
      const reason = modelMessages.otherDocument()
      throw new InvalidInput({ at: ['body', 'document_id'], reason, input: documentId })
    }
    if (scale !== undefined && !isUnitScale(scale)) {
      const reason = modelMessages.unitScaleInvalid()
      throw new InvalidInput({ at: ['body', 'scale'], reason, input: scale })
    }
    const known = named ?? (await metrics.all(dealId)).find((item) => item.metricKey === metricKey)
    if (known === undefined && kindOf(metricKey) === undefined) refuse('metric_not_found')
    const chosen: ChosenCell = { metricKey, ...ownName(metricKey, known), sheet, cell, scale }
    const others = chosenBefore.filter((choice) => choice.metricKey !== metricKey)
    const sources = [...others, chosen].sort((a, b) => (a.metricKey < b.metricKey ? -1 : 1))
    const { fileName, sha256 } = document
    const state = { sha256, ...withoutAbsent(options, metricKey), sources, overrides }
    const { read, built } = await reading
      .read({ fileName, version, readingVersion, state }, signal)
      .catch((error: unknown) => {
        if (!(error instanceof ModelRefusal)) throw error
        throw new InvalidInput({ at: ['body', 'cell'], reason: error.message, input: cell })
      })
    const lost = read.lostSources.find((source) => source.metricKey === metricKey)
    if (lost !== undefined) {
      const { field, reason } = lost
      throw new InvalidInput({ at: ['body', field], reason, input: field === 'sheet' ? sheet : cell })
    }
    const place = read.metrics.find((metric) => metric.metricKey === metricKey) ?? refuse('internal')
    return { choice, document, place, built }
  },

  /** Assigns the tried cell to the metric. */
  choose: async (
    actor: Actor,
    dealId: string,
    { choice, document, place, built: given }: Tried,
  ): Promise<MetricRow> => {
    const draft = await memo.planRedraft(actor, dealId)
    return planned((plan) =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { metricKey } = choice
        const rowOf = async () => (await metrics.all(dealId)).find((row) => row.metricKey === metricKey)
        assertCurrent((await rowOf())?.version ?? 0, choice.seen)
        const { sheet, cell, scale } = place
        await store.putSource({
          dealId,
          metricKey,
          sheet,
          cell,
          scale,
          byTemplate: false,
          chosenBy: actor.userId,
          chosenAt: now(),
        })
        const { version, differences } = await takeIn(deal, document, given)
        if (given.template !== undefined)
          await templates.learn(deal, actor, given.template, [{ metricKey, sheet, cell, scale }])
        const { changed: redrafted } = await memo.redraft(deal, actor, draft, plan)
        deal.record('metric.remapped', {
          metric_key: metricKey,
          sheet,
          cell,
          scale,
          version,
          ...recordedDifferences(differences),
          ...(redrafted.length === 0 ? {} : { redrafted_sections: redrafted }),
        })
        return (await rowOf()) ?? refuse('internal')
      }),
    )
  },
})

/** Choosing a cell for a metric removes the mark that the workbook does not contain it. */
const withoutAbsent = ({ absent = [], ...options }: ReadingOptions, metricKey: string): ReadingOptions => {
  const others = absent.filter((key) => key !== metricKey)
  return { ...options, ...(others.length === 0 ? {} : { absent: others }) }
}

const documentOf = (row: DealModelRow | undefined): Tried['document'] | undefined =>
  row === undefined || row.documentId === null || row.sha256 === null
    ? undefined
    : { id: row.documentId, sha256: row.sha256, fileName: row.fileName ?? '' }
