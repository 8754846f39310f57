import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { PresentModel } from './models.service.ts'
import { createWarmModels } from './warm-models.ts'

const presentModel = (sha256: string | undefined, tier: PresentModel['tier'], formulas: number): PresentModel => ({
  version: 1,
  tier,
  sources: [],
  overrides: [],
  options: {},
  readingVersion: 0,
  currency: 'USD',
  state: sha256 === undefined ? undefined : { sha256, sources: [], overrides: [] },
  row: {
    dealId: 'deal',
    version: 1,
    documentId: 'document',
    sha256: sha256 ?? null,
    fileName: 'Model.xlsx',
    dealType: null,
    formulas,
    computed: formulas,
    agreeing: formulas,
    uncached: 0,
    frozen: null,
    presentedScenario: null,
    updatedAt: new Date(0),
  },
})

const setUp = (deals: Record<string, PresentModel>) => {
  const warmed: string[] = []
  const errors: unknown[] = []
  let time = 0
  let finish = () => {}
  const warm = createWarmModels({
    models: {
      present: async (dealId) => {
        const found = deals[dealId]
        if (found === undefined) throw new Error(`No deal ${dealId}`)
        return found
      },
    },
    computing: {
      warm: ({ sha256 }) => {
        warmed.push(sha256)
        return new Promise<void>((resolve) => {
          finish = resolve
        })
      },
    },
    onError: (error) => errors.push(error),
    now: () => new Date(time),
  })
  return {
    warmed,
    errors,
    open: async (dealId: string) => {
      warm(dealId)
      await turn()
    },
    end: async () => {
      finish()
      await turn()
    },
    pass: (ms: number) => {
      time += ms
    },
  }
}

describe('warming models', () => {
  it('compiles the model of an opened deal once, and again only when threads may have evicted it', async () => {
    const { warmed, open, end, pass } = setUp({ a: presentModel('book', 'full', 10) })
    await open('a')
    await end()
    await open('a')
    expect(warmed).toEqual(['book'])
    pass(10 * 60_000)
    await open('a')
    expect(warmed).toEqual(['book', 'book'])
  })

  it('skips warming a model while another one is being compiled', async () => {
    const { warmed, open, end } = setUp({ a: presentModel('one', 'full', 10), b: presentModel('two', 'full', 10) })
    await open('a')
    await open('b')
    expect(warmed).toEqual(['one'])
    await end()
    await open('b')
    expect(warmed).toEqual(['one', 'two'])
  })

  it('does not warm a model without formulas or with too many', async () => {
    const { warmed, open } = setUp({
      none: presentModel(undefined, 'legacy', 0),
      values: presentModel('values', 'values_only', 0),
      huge: presentModel('huge', 'full', 50_001),
    })
    for (const deal of ['none', 'values', 'huge']) await open(deal)
    expect(warmed).toEqual([])
  })

  it('reports a failed warm-up and still warms the next model', async () => {
    const { warmed, errors, open } = setUp({ a: presentModel('book', 'full', 10) })
    await open('gone')
    await open('a')
    expect(errors).toHaveLength(1)
    expect(warmed).toEqual(['book'])
  })
})
