import { StoreUnavailable, unavailableStore } from '../store-unavailable.ts'

export const embeddingsStore = 'embeddings endpoint'

/** True if the embeddings endpoint did not reply or replied incorrectly; false for an outage of another store. */
export const isEmbeddingsOutage = (error: unknown): boolean => unavailableStore(error) === embeddingsStore

/** The endpoint works but rejects these texts: other texts need not wait. */
export class TextsRefused extends StoreUnavailable {
  constructor(status: number) {
    super(embeddingsStore, new Error(`The embeddings endpoint refused the texts with ${status}`))
  }
}
