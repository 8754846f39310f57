import type { DataQuality } from '@deal-canvas/contract'
import type { KeyValue } from '../../platform/key-value/key-value.ts'
import type { Models, QualitySnapshot } from '../models/models.service.ts'
import { keepScore } from './known-scores.ts'

/** How long what was found out stays without being asked for. */
const keptMs = 30 * 86_400_000

interface Kept {
  version: number
  snapshot: QualitySnapshot
}

const keyOf = (dealId: string) => ({ dealId, kind: 'intelligence' as const, id: 'data_quality' })

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'version' in value && 'snapshot' in value

/** Keeps what was found out about the model of a deal, for the version of the model that it holds for. */
export const createKeepQuality =
  ({ state, onError }: { state: Pick<KeyValue, 'set'>; onError: (error: unknown) => void }) =>
  async (dealId: string, version: number, snapshot: QualitySnapshot): Promise<void> => {
    const kept: Kept = { version, snapshot }
    // Without the store it is found out again at the next question.
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

export type Quality = ReturnType<typeof createQuality>

/** How far the numbers of deals can be relied on. */
export const createQuality = ({ models, state, keep, onError }: Deps) => {
  const underWay = new Map<string, Promise<Kept | undefined>>()

  const find = async (dealId: string): Promise<Kept | undefined> => {
    const found = await models.examine(dealId)
    if (found !== undefined) await keep(dealId, found.version, found.snapshot)
    return found
  }

  /** Many who ask at once wait for one answer. */
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
    /** The score of a version of the model, where it is known already. */
    knownScore: async (dealId: string, version: number): Promise<number | undefined> =>
      (await keptFor(dealId, version))?.snapshot.score,
    /** From what is kept, or found out anew where there is nothing or the model has moved. */
    of: async (dealId: string): Promise<DataQuality> => {
      const model = await models.current(dealId)
      if (model === undefined || model.sha256 === null) return withoutModel(dealId, model?.version ?? 0)
      const kept = (await keptFor(dealId, model.version)) ?? (await findOnce(dealId, model.version))
      return kept === undefined ? withoutModel(dealId, model.version) : present(dealId, kept)
    },
  }
}

const withoutModel = (dealId: string, version: number): DataQuality => ({
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
    findings: [],
    questions: [],
  },
  financial_highlights: {},
})

const present = (dealId: string, { version, snapshot }: Kept): DataQuality => ({
  deal_id: dealId,
  status: 'assessed',
  model_version: version,
  model_integrity_score: snapshot.score,
  data_quality_summary: {
    ...snapshot.counts,
    total: snapshot.total,
    checks_run: snapshot.checksRun,
    coverage: snapshot.coverage,
    findings: snapshot.findings,
    // What was kept before there were questions has none.
    questions: snapshot.questions ?? [],
  },
  financial_highlights: snapshot.highlights,
})
