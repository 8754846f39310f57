import type { KeyValue } from '../../platform/key-value/key-value.ts'

/** One version of a deal's model. */
export interface ModelAt {
  dealId: string
  version: number
}

interface KeptScore {
  version: number
  score: number
}

/**
 * Stored separately from the findings, so that a list of deals does not load every finding just to show one score per
 * deal.
 */
const place = ['intelligence', 'model_integrity_score'] as const

export const keepScore = (state: Pick<KeyValue, 'set'>, dealId: string, kept: KeptScore, ttlMs: number) =>
  state.set({ dealId, kind: place[0], id: place[1] }, kept, { ttlMs })

const isKeptScore = (value: unknown): value is KeptScore =>
  typeof value === 'object' && value !== null && 'version' in value && 'score' in value

export type KnownScores = ReturnType<typeof createKnownScores>

/** Looks up the scores that are already stored. A score of an older model version does not count. */
export const createKnownScores =
  ({ state, onError }: { state: Pick<KeyValue, 'getMany'>; onError: (error: unknown) => void }) =>
  async (models: readonly ModelAt[]): Promise<ReadonlyMap<string, number>> => {
    const dealIds = models.map(({ dealId }) => dealId)
    // If the store is unavailable, the scores are missing but the rest of the answer still works.
    const kept = await state.getMany(dealIds, ...place).catch((error: unknown) => onError(error))
    return new Map(
      models.flatMap(({ dealId, version }) => {
        const value = kept?.get(dealId)?.value
        return isKeptScore(value) && value.version === version ? [[dealId, value.score] as const] : []
      }),
    )
  }
