import { describe, expect, it } from 'vitest'
import { batchLoader } from './batch-loader.ts'

describe('questions asked one by one', () => {
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

  it('are answered together, each with its own answer', async () => {
    const { ask, loads } = double()
    expect(await Promise.all([3, 1, 2].map(ask))).toEqual([6, 2, 4])
    expect(loads).toEqual([[3, 1, 2]])
    expect(await ask(4)).toBe(8)
    expect(loads).toEqual([[3, 1, 2], [4]])
  })

  it('are answered one batch after the other where there are many', async () => {
    const { ask, loads } = double(2)
    expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([2, 4, 6, 8, 10])
    expect(loads).toEqual([[1, 2], [3, 4], [5]])
  })

  it('fail with their batch, and the next batch is answered', async () => {
    const { ask } = double(2)
    const settled = await Promise.allSettled([1, 13, 3].map(ask))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  })

  it('that get no answer are told so', async () => {
    const ask = batchLoader(async () => [], { maxBatch: 10 })
    await expect(ask(1)).rejects.toThrow('left without an answer')
  })
})
