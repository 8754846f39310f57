import { describe, expect, it } from 'vitest'
import { actFor } from '../../platform/fairness/party.ts'
import { actorOf } from '../../testing/org-people.ts'
import { createPreviews } from './preview.service.ts'

const never = (): never => {
  throw new Error('This test comes no further than the queue')
}
const metric = { metricKey: 'noi', value: 1, unit: 'money', kind: 'input', source: null }

/** Previews that start when allowed (`begins`) and then wait until the test ends them. */
const given = ({ begins = true }: { begins?: boolean } = {}) => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  let clock = 0
  const previews = createPreviews({
    store: {
      begin: async ({ createdBy }) => {
        if (begins) begun.push(createdBy)
        return begins
      },
      end: never,
      drop: async () => undefined,
    },
    models: {
      present: async () => ({ row: undefined, tier: 'legacy', version: 0, sources: [], overrides: [] }) as never,
    },
    computing: {
      ripple: never,
      strongestInputs: never,
      byCatalogue: () => new Promise((_, reject) => ends.push(() => reject(new Error('ended')))),
    },
    metrics: { all: async () => [metric] as never },
    sections: { all: never },
    isLetIn: never,
    quality: { of: never, knownScore: never },
    simulate: never,
    now: () => new Date(0),
    // Each call to the clock advances it by ten seconds.
    ticks: () => (clock += 10_000),
    onError: never,
  })
  const ask = (tenant: string, person: string) =>
    actFor({ tenant, person }, async () => {
      const request = { changes: [{ metricKey: 'noi', newValue: 2, path: [] }], probabilistic: false, simulation: {} }
      for await (const _ of previews(actorOf({ userId: person }), 'deal', request, new AbortController().signal));
    }).catch((error: unknown) => error)
  const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return { begun, ends, ask, settled }
}

describe('concurrent what-ifs', () => {
  it('runs two what-ifs per user and four per organization at a time, and queues the others', async () => {
    const { begun, ends, ask, settled } = given()
    const asked = ['a', 'a', 'a', 'b', 'b', 'c'].map((person) => ask('org', person))
    asked.push(ask('another', 'x'))
    await settled()
    expect(begun).toEqual(['a', 'a', 'b', 'b', 'x'])
    for (const end of ends.splice(0, 2)) {
      end()
      await settled()
    }
    expect(begun.slice(5)).toEqual(['a', 'c'])
    while (ends.length > 0) {
      ends.shift()?.()
      await settled()
    }
    await Promise.all(asked)
    expect(begun).toHaveLength(7)
  })

  it("rejects a what-if as busy with Retry-After if the user's what-ifs on other nodes do not end", async () => {
    const { ask } = given({ begins: false })
    expect(await ask('org', 'a')).toMatchObject({ code: 'workers_busy', retryAfterSeconds: 5 })
  })

  it('rejects a what-if immediately if the user already has sixteen waiting', async () => {
    const { ask, ends, settled } = given()
    const asked = Array.from({ length: 18 }, () => ask('org', 'a'))
    expect(await ask('org', 'a')).toMatchObject({ code: 'workers_busy' })
    for (let n = 0; n < 18; n++) {
      await settled()
      ends.shift()?.()
    }
    await Promise.all(asked)
  })
})
