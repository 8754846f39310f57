import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { actFor } from '../../platform/fairness/party.ts'
import { propertySheets, workbookOf } from '../../testing/workbooks.ts'
import { createModelComputing } from './model-computing.ts'
import { ModelRefusal } from './model-refusal.ts'
import { createModelThreads, type ModelThreads } from './model-threads.ts'

const fileOf = (bytes: Uint8Array) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') })
const files = {
  small: fileOf(workbookOf(propertySheets())),
  other: fileOf(workbookOf(propertySheets({ rents: 6_000_000 }))),
  broken: fileOf(Buffer.from('PK this is no workbook')),
}
const stateOf = ({ sha256 }: { sha256: string }) => ({ sha256, formulas: 100, sources: [], overrides: [] })

/** With two uncertain metrics, so that every trial is computed. */
const longSimulation = {
  uncertain: [{ metricKey: 'exit_cap_rate_pct', value: 6 }, { metricKey: 'rent_growth_pct' }],
  correlations: [],
  samples: 100_000,
  seed: 1,
}

describe('model threads', () => {
  const opened: string[] = []
  let threads: ModelThreads
  let computing: ReturnType<typeof createModelComputing>
  beforeAll(() => {
    threads = createModelThreads({
      threads: 1,
      maxWaiting: 2,
      blobs: {
        open: async (sha256) => {
          opened.push(sha256)
          const file = Object.values(files).find((item) => item.sha256 === sha256)
          return file && Readable.from([file.bytes])
        },
        size: async (sha256) => Object.values(files).find((file) => file.sha256 === sha256)?.bytes.length,
      },
      onStrayError: (error) => {
        throw error
      },
    })
    computing = createModelComputing({ threads })
  })
  afterAll(() => threads.close())
  const timesOpened = ({ sha256 }: { sha256: string }) => opened.filter((item) => item === sha256).length
  const change = { metricKey: 'exit_cap_rate_pct', value: 6 }

  it('sends a workbook to a thread only once and answers from the compiled model', async () => {
    const first = await computing.ripple(stateOf(files.small), [change])
    expect(await computing.ripple(stateOf(files.small), [change])).toEqual(first)
    await computing.open({ ...stateOf(files.small), overrides: [change] })
    expect(timesOpened(files.small)).toBe(1)
    await computing.open(stateOf(files.other))
    expect(timesOpened(files.other)).toBe(1)
  })

  it('stops a cancelled simulation at once and keeps the compiled model', async () => {
    await computing.open(stateOf(files.small))
    const before = timesOpened(files.small)
    const leaving = new AbortController()
    const running = computing.simulate(stateOf(files.small), longSimulation, leaving.signal)
    setTimeout(() => leaving.abort(), 100)
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' })
    // The same thread answers: a terminated one would request the workbook again.
    await computing.ripple(stateOf(files.small), [change])
    expect(timesOpened(files.small)).toBe(before)
  })

  it('runs the what-if of another tenant between two slices of a long simulation', async () => {
    await computing.open(stateOf(files.small))
    const ended: string[] = []
    const greedy = actFor({ tenant: 'greedy', person: 'greedy' }, () =>
      Promise.all(
        [1, 2].map((seed) =>
          computing
            .simulate(stateOf(files.small), { ...longSimulation, samples: 60_000, seed })
            .then(() => ended.push('simulation')),
        ),
      ),
    )
    await actFor({ tenant: 'other', person: 'other' }, () => computing.ripple(stateOf(files.small), [change]))
    ended.push('what-if')
    await greedy
    expect(ended[0]).toBe('what-if')
  })

  it('never starts a task that was cancelled while queued', async () => {
    const first = computing.simulate(stateOf(files.small), { ...longSimulation, samples: 5_000 })
    const leaving = new AbortController()
    const second = computing.read(stateOf(files.other), leaving.signal)
    leaving.abort()
    await expect(second).rejects.toMatchObject({ reason: 'cancelled' })
    expect((await first)?.samples).toBe(5_000)
  })

  it('rejects more tasks than can wait in the queue', async () => {
    const asked = Array.from({ length: 5 }, () => computing.ripple(stateOf(files.small), [change]))
    const outcomes = await Promise.allSettled(asked)
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toHaveLength(2)
    for (const error of refused) expect(error).toMatchObject({ code: 'workers_busy' })
  })

  it('aborts a task that exceeds its deadline and keeps working', async () => {
    const asking = {
      state: stateOf(files.small),
      simulation: { ...longSimulation, computed: 'all' },
      part: 0,
      parts: 1,
      from: undefined,
    }
    const late = threads.ask('simulateSlice', asking, { deadlineMs: 1 })
    await expect(late).rejects.toBeInstanceOf(DomainError)
    await expect(late).rejects.toMatchObject({ code: 'model_too_costly' })
    expect((await computing.open(stateOf(files.small))).tier).toBe('full')
  })

  it('reports what is wrong with a file or a request as a readable error', async () => {
    await expect(computing.open(stateOf(files.broken))).rejects.toBeInstanceOf(ModelRefusal)
    await expect(computing.open(stateOf({ sha256: 'f'.repeat(64) }))).rejects.toMatchObject({
      code: 'document_not_found',
    })
    const unknown = computing.ripple(stateOf(files.small), [{ metricKey: 'arr', value: 1 }])
    await expect(unknown).rejects.toMatchObject({ refused: { code: 'unknown_metric', metricKey: 'arr' } })
  })
})
