/** Several vectors in one stored value. */
export interface StoredVectors {
  /** One byte per number is enough for a sentence, and there are many sentences; otherwise 32-bit floats. */
  isPerSentence: boolean
  dimension: number
}

const bytesPerNumber = ({ isPerSentence }: StoredVectors): number => (isPerSentence ? 1 : 4)

/** Only the direction counts, so each vector is scaled to use the whole range of a byte. */
const asBytes = (vector: Float32Array): Int8Array => {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return Int8Array.from(vector, (value) => (largest === 0 ? 0 : Math.round((value / largest) * 127)))
}

export const packVectors = (vectors: readonly Float32Array[], isPerSentence: boolean): Buffer =>
  Buffer.concat(
    vectors.map((vector) => {
      const { buffer, byteOffset, byteLength } = isPerSentence ? asBytes(vector) : vector
      return new Uint8Array(buffer, byteOffset, byteLength)
    }),
  )

/** How many vectors a stored value holds; 0 if it is of another model. */
export const vectorCount = (bytes: Uint8Array, format: StoredVectors): number => {
  const count = bytes.byteLength / (format.dimension * bytesPerNumber(format))
  return Number.isInteger(count) ? count : 0
}

export const unpackVectors = (bytes: Uint8Array, { isPerSentence }: StoredVectors): Int8Array | Float32Array => {
  // A copy, because a Float32Array view needs an offset that is a multiple of four.
  const { buffer } = Uint8Array.from(bytes)
  return isPerSentence ? new Int8Array(buffer) : new Float32Array(buffer)
}
