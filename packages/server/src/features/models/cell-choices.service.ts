import { kindOf } from '@deal-canvas/engine'
import type { Actor } from '../../actor.ts'
import { assertCurrent } from '../../current-version.ts'
import { refuse } from '../../domain-error.ts'
import { InvalidInput } from '../../invalid-input.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DealChanges } from '../journal/deal-changes.service.ts'
import type { MetricRow, Metrics } from '../metrics/metrics.service.ts'
import type { Choice, Tried } from './built-model.ts'
import { recordedDifferences } from './differences.ts'
import type { ModelReading } from './model-reading.ts'
import { ModelRefusal } from './model-refusal.ts'
import type { ChosenCell } from './model-state.ts'
import type { DealModelRow, ModelsStore } from './models.store.ts'
import type { TakeInModel } from './take-in-model.ts'
import { unitOf } from './unit-of.ts'

interface Deps {
  store: Pick<ModelsStore, 'putSource'>
  reading: ModelReading
  takeIn: TakeInModel
  metrics: Pick<Metrics, 'all'>
  changes: Pick<DealChanges, 'change'>
  now: Clock
}

export type CellChoices = ReturnType<typeof createCellChoices>

/** People say which cell of the deal's workbook a metric is taken from. */
export const createCellChoices = ({ store, reading, takeIn, metrics, changes, now }: Deps) => ({
  /** Reads the deal's workbook with another cell for a metric; what is wrong with the cell is said at its field. */
  try: async (dealId: string, choice: Choice, signal?: AbortSignal): Promise<Tried> => {
    const { row, sources: chosenBefore, overrides, version } = await reading.present(dealId)
    const document = documentOf(row) ?? refuse('no_model')
    const { metricKey, documentId, sheet, cell, scale } = choice
    if (documentId !== undefined && documentId !== document.id) {
      const reason = 'The numbers of the deal come from another document'
      throw new InvalidInput({ at: ['body', 'document_id'], reason, input: documentId })
    }
    if (scale !== undefined && (scale === 0 || !Number.isFinite(scale))) {
      throw new InvalidInput({ at: ['body', 'scale'], reason: 'A scale is a number and not zero', input: scale })
    }
    const known = (await metrics.all(dealId)).find((one) => one.metricKey === metricKey)
    if (known === undefined && kindOf(metricKey) === undefined) refuse('metric_not_found')
    const chosen: ChosenCell = { metricKey, unit: unitOf(metricKey, known?.unit ?? null), sheet, cell, scale }
    const others = chosenBefore.filter((one) => one.metricKey !== metricKey)
    const sources = [...others, chosen].sort((one, other) => (one.metricKey < other.metricKey ? -1 : 1))
    const { fileName, sha256 } = document
    const { read, built } = await reading
      .read(dealId, { fileName, version, state: { sha256, sources, overrides } }, signal)
      .catch((error: unknown) => {
        if (!(error instanceof ModelRefusal)) throw error
        throw new InvalidInput({ at: ['body', 'cell'], reason: error.message, input: cell })
      })
    const lost = read.lostSources.find((one) => one.metricKey === metricKey)
    if (lost !== undefined) {
      const { field, reason } = lost
      throw new InvalidInput({ at: ['body', field], reason, input: field === 'sheet' ? sheet : cell })
    }
    const place = read.metrics.find((one) => one.metricKey === metricKey) ?? refuse('internal')
    return { choice, document, place, built }
  },

  /** Takes a metric from the cell that was tried. */
  choose: (actor: Actor, dealId: string, { choice, document, place, built: given }: Tried): Promise<MetricRow> =>
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
        chosenBy: actor.userId,
        chosenAt: now(),
      })
      const { version, differences } = await takeIn(deal, document, given)
      deal.record('metric.remapped', {
        metric_key: metricKey,
        sheet,
        cell,
        version,
        ...recordedDifferences(differences),
      })
      return (await rowOf()) ?? refuse('internal')
    }),
})

const documentOf = (row: DealModelRow | undefined): Tried['document'] | undefined =>
  row === undefined || row.documentId === null || row.sha256 === null
    ? undefined
    : { id: row.documentId, sha256: row.sha256, fileName: row.fileName ?? '' }
