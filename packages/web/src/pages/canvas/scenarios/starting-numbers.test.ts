import type { ComparedMetric, Metric, Scenario } from '@deal-canvas/contract'
import { describe, expect, it } from 'vitest'
import { metricsIn } from './metrics-in.ts'
import { startingScenario } from './starting-scenario.ts'

const scenario = (id: string, isPresented = false) => ({ id, is_presented: isPresented }) as Scenario
const metric = (key: string, value: number) => ({ metric_key: key, label: key, value }) as Metric
const compared = (key: string, value: number | null) => ({ metric_key: key, values: [value] }) as ComparedMetric

describe('numbers that a table starts from', () => {
  it('are those of the presented scenario until another one is chosen', () => {
    const all = [scenario('base'), scenario('a', true), scenario('b')]
    expect([undefined, 'b'].map((chosen) => startingScenario(all, chosen).id)).toEqual(['a', 'b'])
  })

  it('are those of the presented scenario after the chosen one is deleted', () => {
    expect(startingScenario([scenario('base', true), scenario('a')], 'b').id).toBe('base')
  })

  it('are the values of the scenario, and none where it has no number', () => {
    const metrics = new Map([metric('irr', 15), metric('dscr', 1.3)].map((one) => [one.metric_key, one]))
    const found = metricsIn(metrics, { metrics: [compared('irr', 7)] })
    expect([...found.values()].map(({ label, value }) => [label, value])).toEqual([
      ['irr', 7],
      ['dscr', null],
    ])
  })
})
