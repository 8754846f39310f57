import type { DataQuality, QualityFinding } from '@deal-canvas/contract'
import { checkCatalogue } from '@deal-canvas/engine'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { Models, QualitySnapshot } from '../models/index.ts'
import { type Identified, withIds } from './finding-ids.ts'
import { keepScore } from './known-scores.ts'

/** How long stored results live. */
const keptMs = 30 * 86_400_000

interface Kept {
  version: number
  snapshot: QualitySnapshot
}

const keyOf = (dealId: string) => ({ dealId, kind: 'intelligence' as const, id: 'data_quality' })

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'version' in value && 'snapshot' in value

/** Stores the quality results of a deal's model for one version of the model. */
export const createKeepQuality =
  ({ state, onError }: { state: Pick<KeyValue, 'set'>; onError: (error: unknown) => void }) =>
  async (dealId: string, version: number, snapshot: QualitySnapshot): Promise<void> => {
    const kept: Kept = { version, snapshot }
    // If the store is unavailable, the results are recomputed on the next request.
    await Promise.all([
      state.set(keyOf(dealId), kept, { ttlMs: keptMs }),
      keepScore(state, dealId, { version, score: snapshot.score }, keptMs),
    ]).catch(onError)
  }

interface Deps {
  models: Pick<Models, 'current' | 'examine'>
  state: Pick<KeyValue, 'get'>
  keep: ReturnType<typeof createKeepQuality>
  onError(error: unknown): void
}

/** The part of the answer that is about the model. */
export type ModelQuality = Omit<DataQuality, 'thresholds' | 'breached_count' | 'data_quality_summary'> & {
  data_quality_summary: Omit<DataQuality['data_quality_summary'], 'findings'> & { findings: ModelFinding[] }
}

/** A finding of the model, without how it was settled. */
export type ModelFinding = Identified<Omit<QualityFinding, 'id' | 'settlement' | 'version'>>

export type Quality = ReturnType<typeof createQuality>

/** Data quality of deals: how far their numbers can be relied on. */
export const createQuality = ({ models, state, keep, onError }: Deps) => {
  const underWay = new Map<string, Promise<Kept | undefined>>()

  const find = async (dealId: string): Promise<Kept | undefined> => {
    const found = await models.examine(dealId)
    if (found !== undefined) await keep(dealId, found.version, found.snapshot)
    return found
  }

  /** Concurrent requests share one computation. */
  const findOnce = (dealId: string, version: number): Promise<Kept | undefined> => {
    const key = `${version} ${dealId}`
    const running = underWay.get(key) ?? find(dealId).finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }

  const keptFor = async (dealId: string, version: number): Promise<Kept | undefined> => {
    const value = await state.get(keyOf(dealId)).then(
      (entry) => entry?.value,
      (error: unknown) => onError(error),
    )
    return isKept(value) && value.version === version ? value : undefined
  }

  return {
    keep,
    /** The score of a model version, if it is already stored. */
    knownScore: async (dealId: string, version: number): Promise<number | undefined> =>
      (await keptFor(dealId, version))?.snapshot.score,
    /** What is stored about the present model; null: nothing. */
    known: async (dealId: string): Promise<ModelQuality | null> => {
      const model = await models.current(dealId)
      if (model === undefined || model.sha256 === null) return withoutModel(dealId, model?.version ?? 0)
      const kept = await keptFor(dealId, model.version)
      return kept === undefined ? null : present(dealId, kept)
    },
    /** Returns the stored results, or recomputes them if there are none or the model has changed. */
    of: async (dealId: string): Promise<ModelQuality> => {
      const model = await models.current(dealId)
      if (model === undefined || model.sha256 === null) return withoutModel(dealId, model?.version ?? 0)
      const kept = (await keptFor(dealId, model.version)) ?? (await findOnce(dealId, model.version))
      return kept === undefined ? withoutModel(dealId, model.version) : present(dealId, kept)
    },
  }
}

const withoutModel = (dealId: string, version: number): ModelQuality => ({
  deal_id: dealId,
  status: 'no_model',
  model_version: version,
  model_integrity_score: 0,
  data_quality_summary: {
    critical: 0,
    high: 0,
    medium: 0,
    low: 0,
    total: 0,
    checks_run: 0,
    coverage: 0,
    contradictions: 0,
    findings: [],
    questions: [],
  },
  financial_highlights: {},
})

const titles: ReadonlyMap<string, string> = new Map(
  Object.entries(checkCatalogue).map(([check, { title }]) => [check, title]),
)

/** Stored results can name a check that no longer exists; its name is then used as the title. */
const withTitle = <Kept extends { check: string }>(kept: Kept): Kept & { title: string } => ({
  ...kept,
  title: titles.get(kept.check) ?? kept.check.replaceAll('_', ' '),
})

const present = (dealId: string, { version, snapshot }: Kept): ModelQuality => ({
  deal_id: dealId,
  status: 'assessed',
  model_version: version,
  model_integrity_score: snapshot.score,
  data_quality_summary: {
    ...snapshot.counts,
    total: snapshot.total,
    checks_run: snapshot.checksRun,
    coverage: snapshot.coverage,
    contradictions: 0,
    findings: withIds(snapshot.findings).map(withTitle),
    // Results stored before questions were introduced have none.
    questions: snapshot.questions?.map(withTitle) ?? [],
  },
  financial_highlights: snapshot.highlights,
})
