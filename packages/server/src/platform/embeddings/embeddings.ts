/** Turns texts into vectors whose nearness is that of their meaning. */
export interface Embeddings {
  /** Vectors of different models cannot be compared. */
  readonly model: string
  /** Of length 1 and of one dimension each, in the order of the texts; at most 256 texts at once. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>
}

/** Scaled to length 1; a vector without any direction stays as it is. */
export const unit = (vector: Float32Array): Float32Array => {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum)
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
  return vector
}
