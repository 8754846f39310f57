import { StoreUnavailable, unavailableStore } from '../store-unavailable.ts'

export const embeddingsStore = 'embeddings endpoint'

/** Whether the embeddings endpoint did not answer, or not as it should; another store that is away is something else. */
export const isEmbeddingsOutage = (error: unknown): boolean => unavailableStore(error) === embeddingsStore

/** The endpoint works, but does not take these texts: others need not wait for it. */
export class TextsRefused extends StoreUnavailable {
  constructor(status: number) {
    super(embeddingsStore, new Error(`The embeddings endpoint refused the texts with ${status}`))
  }
}
