import { describe, expect, it } from 'vitest'
import { batchLoader } from './batch-loader.ts'

describe('batchLoader', () => {
  const double = (maxBatch = 1_000) => {
    const loads: number[][] = []
    const ask = batchLoader(
      async (keys: number[]) => {
        loads.push(keys)
        if (keys.includes(13)) throw new Error('Unlucky')
        return keys.map((key) => key * 2)
      },
      { maxBatch },
    )
    return { ask, loads }
  }

  it('loads keys requested at the same time in one batch and returns each caller its own value', async () => {
    const { ask, loads } = double()
    expect(await Promise.all([3, 1, 2].map(ask))).toEqual([6, 2, 4])
    expect(loads).toEqual([[3, 1, 2]])
    expect(await ask(4)).toBe(8)
    expect(loads).toEqual([[3, 1, 2], [4]])
  })

  it('loads one batch after another when there are more keys than fit into a batch', async () => {
    const { ask, loads } = double(2)
    expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 4, 6, 8, 10])
    expect(loads).toEqual([[1, 2], [3, 4], [5]])
  })

  it('rejects every key of a failed batch and still loads the next batch', async () => {
    const { ask } = double(2)
    const settled = await Promise.allSettled([1, 13, 3].map(ask))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('rejects a key for which the batch returned no value', async () => {
    const ask = batchLoader(async () => [], { maxBatch: 10 })
    await expect(ask(1)).rejects.toThrow('left without an answer')
  })
})
