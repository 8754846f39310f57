import type { KeyValue } from '../../platform/key-value/key-value.ts'

/** A model of a deal at one of its versions. */
export interface ModelAt {
  dealId: string
  version: number
}

interface KeptScore {
  version: number
  score: number
}

/** Apart from all else that was found out: a list of deals would read every finding of every deal for one number each. */
const place = ['intelligence', 'model_integrity_score'] as const

export const keepScore = (state: Pick<KeyValue, 'set'>, dealId: string, kept: KeptScore, ttlMs: number) =>
  state.set({ dealId, kind: place[0], id: place[1] }, kept, { ttlMs })

const isKeptScore = (value: unknown): value is KeptScore =>
  typeof value === 'object' && value !== null && 'version' in value && 'score' in value

export type KnownScores = ReturnType<typeof createKnownScores>

/** The scores of models as far as they are known already; one of an older version is none. */
export const createKnownScores =
  ({ state, onError }: { state: Pick<KeyValue, 'getMany'>; onError: (error: unknown) => void }) =>
  async (models: readonly ModelAt[]): Promise<ReadonlyMap<string, number>> => {
    const dealIds = models.map(({ dealId }) => dealId)
    // Without the store no score is known, and everything else still is.
    const kept = await state.getMany(dealIds, ...place).catch((error: unknown) => onError(error))
    return new Map(
      models.flatMap(({ dealId, version }) => {
        const value = kept?.get(dealId)?.value
        return isKeptScore(value) && value.version === version ? [[dealId, value.score] as const] : []
      }),
    )
  }
