/** Turns texts into vectors; texts with similar meaning are close to each other. */
export interface Embeddings {
  /** Vectors of different models cannot be compared with each other. */
  readonly model: string
  /** True: made for single sentences, so each sentence of a passage gets a vector of its own. */
  readonly isPerSentence: boolean
  /** Unit vectors of equal dimension, in the order of the texts; at most 256 texts per call. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

/** Scales to length 1; a zero vector is returned unchanged. */
export const unit = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
  return vector
}
