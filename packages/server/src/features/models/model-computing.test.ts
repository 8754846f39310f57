import { describe, expect, it } from 'vitest'
import { createModelComputing } from './model-computing.ts'

const state = { sha256: 'a'.repeat(64), sources: [], overrides: [] }
const simulation = {
  uncertain: [{ metricKey: 'exit_cap_rate_pct', value: 6 }, { metricKey: 'rent_growth_pct' }],
  correlations: [],
  samples: 1_000,
  seed: 1,
}

describe('simulation on several threads', () => {
  it('gives more parts to a ready thread while another compiles the model, and computes each part once', async () => {
    const taken: { thread: number; part: number; parts: number }[] = []
    let finishCompiling = (): void => undefined
    const compiled = new Promise<void>((resolve) => {
      finishCompiling = resolve
    })
    const { simulate } = createModelComputing({
      threads: {
        count: 2,
        ask: async <Answer extends object>() => ({}) as Answer,
        askNth: async <Answer extends object>(thread: number, _: string, input: object) => {
          const { part, parts } = input as { part: number; parts: number }
          taken.push({ thread, part, parts })
          if (taken.filter((task) => task.thread === 0).length === parts - 1) finishCompiling()
          if (thread === 1) await compiled
          const share = { from: part, to: part + 1, outputs: [], faults: [], series: [] }
          return { slice: { share, next: undefined, isPartial: false } } as unknown as Answer
        },
      },
    })

    await simulate(state, simulation)

    expect(taken.map(({ part }) => part).sort((a, b) => a - b)).toEqual(
      Array.from({ length: taken[0]?.parts ?? 0 }, (_, part) => part),
    )
    expect(taken.filter(({ thread }) => thread === 1)).toHaveLength(1)
    expect(taken.length).toBeGreaterThan(4)
  })
})
