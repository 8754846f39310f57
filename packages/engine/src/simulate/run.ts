import { tag } from '../calculate/grid.ts'
import type { Calculator } from '../compile/calculator.ts'

export interface RunRequest {
  /** The cells that vary, and their values in all samples. */
  readonly inputs: readonly { readonly id: number; readonly values: Float64Array }[]
  /** The cells that are read after each sample. */
  readonly outputs: readonly number[]
  /** Which of the samples; several workers each take a part. */
  readonly from: number
  readonly to: number
}

/**
 * Computes samples and answers what each output was worth; NaN where it was no number. The calculator is left as it was
 * found. Samples do not depend on one another: whoever computes which gives the same bytes.
 */
export const runSamples = (calculator: Calculator, { inputs, outputs, from, to }: RunRequest): Float64Array[] => {
  const { grid } = calculator.model
  const before = inputs.map(({ id }) => ({ id, value: grid.get(id) }))
  const results = outputs.map(() => new Float64Array(to - from))
  const changes = inputs.map(({ id }) => ({ id, value: 0 }))
  for (let sample = from; sample < to; sample++) {
    inputs.forEach(({ values }, input) => {
      const change = changes[input]
      if (change !== undefined) change.value = values[sample] ?? 0
    })
    calculator.set(changes)
    outputs.forEach((id, output) => {
      const list = results[output]
      if (list !== undefined)
        list[sample - from] = grid.tags[id] === tag.number ? (grid.numbers[id] ?? Number.NaN) : Number.NaN
    })
  }
  calculator.set(before)
  return results
}
