import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DomainError } from '../../domain-error.ts'
import { StoreUnavailable } from '../../platform/store-unavailable.ts'
import { happenedTo } from '../../testing/deal-audit-trail.ts'
import { signInAll } from '../../testing/noticing.ts'
import { plantDeal } from '../../testing/planting.ts'
import { onEveryStore } from '../../testing/service.ts'
import { type Commit, type Stage, type StageWork, stages } from './build-stages.ts'
import { createBuilds } from './builds.service.ts'
import { createBuildsStore } from './builds.store.ts'

const soon = { timeout: 10_000, interval: 10 }

onEveryStore('deal builds', (app) => {
  const people = signInAll(app, 'owner')
  let deal: string
  let ahead = 0
  beforeEach(async () => {
    ahead = 0
    deal = await plantDeal(app, { members: { [people().owner.userId]: 'owner' } })
  })

  const recordsStage =
    (stage: Stage): Commit =>
    async ({ recordExternal }) =>
      void recordExternal(`ext.${stage}`, {}, 'activity')
  const workOf = (own: Partial<StageWork> = {}, done: string[] = []): StageWork => {
    const plain = (stage: Stage) => async () => {
      done.push(stage)
      return recordsStage(stage)
    }
    return {
      digitize: plain('digitize'),
      model: plain('model'),
      metrics: plain('metrics'),
      quality: plain('quality'),
      evidence: plain('evidence'),
      memo: plain('memo'),
      ...own,
    }
  }
  const node = (work: StageWork, maxOutageMs = 60_000) => {
    const { database, changes } = app.service
    const ends: string[] = []
    const errors: unknown[] = []
    const builds = createBuilds({
      store: createBuildsStore(database),
      database,
      changes,
      work,
      onEnd: async (_, end) => void ends.push(end),
      bus: { publish: async () => {} },
      now: () => new Date(Date.now() + ahead),
      onError: (error) => errors.push(error),
      beatMs: 20,
      abandonedMs: 60_000,
      outageRetryMs: 10,
      maxOutageMs,
    })
    return { ...builds, ends, errors }
  }
  const start = (builds: ReturnType<typeof node>) => builds.start(deal, people().owner.userId)
  const find = () => createBuildsStore(app.service.database).find(deal)
  const ended = () => vi.waitFor(async () => expect((await find())?.isDone).toBe(true), soon)
  const everyStage = stages.map((stage) => `ext.${stage}`)
  const never = (signal: AbortSignal) =>
    new Promise<Commit>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  it('runs every stage of a build once and records the events of each', async () => {
    const done: string[] = []
    const builds = node(workOf({}, done))
    expect(await start(builds)).toBe(true)
    await ended()
    expect(done).toEqual(stages)
    expect(await happenedTo(app, deal)).toEqual(everyStage)
    expect(builds.ends).toEqual(['ready'])
    expect(await find()).toMatchObject({ attempt: 1, stage: 'memo', problem: null })
  })

  it('runs one build of a deal at a time and allows another when it is done', async () => {
    const builds = node(workOf({ model: ({ signal }) => never(signal) }))
    const begun = await Promise.all(Array.from({ length: 5 }, () => start(builds)))
    expect(begun.filter(Boolean)).toHaveLength(1)
    await builds.close()
    await app.sql('UPDATE deal_builds SET is_done = true WHERE deal_id = $1', [deal])
    const again = node(workOf())
    expect(await start(again)).toBe(true)
    await ended()
    expect(await find()).toMatchObject({ attempt: 2, takenOver: 0 })
  })

  describe.each(stages)('build interrupted in the stage %s', (stage) => {
    it('resumes an interrupted build on another node without repeating finished work [INTAKE-4]', async () => {
      const first = node(workOf({ [stage]: ({ signal }: { signal: AbortSignal }) => never(signal) }))
      await start(first)
      await vi.waitFor(async () => expect((await find())?.stage).toBe(stage), soon)
      await first.close()
      const done: string[] = []
      const second = node(workOf({}, done))
      await second.resume()
      expect(done).toEqual([])
      ahead = 61_000
      await second.resume()
      await ended()
      expect(done).toEqual(stages.slice(stages.indexOf(stage)))
      expect(await happenedTo(app, deal)).toEqual(everyStage)
      expect(await find()).toMatchObject({ attempt: 2, takenOver: 1 })
      expect([first.ends, second.ends]).toEqual([[], ['ready']])
    })
  })

  it('resumes an interrupted build at once if no other process can own it', async () => {
    const first = node(workOf({ model: ({ signal }) => never(signal) }))
    await start(first)
    await vi.waitFor(async () => expect((await find())?.stage).toBe('model'), soon)
    await first.close()
    const second = node(workOf())
    await second.resume({ isAlone: true })
    await ended()
    expect(await happenedTo(app, deal)).toEqual(everyStage)
  })

  it('discards the work of a node whose build another node has taken over', async () => {
    let letGo = (): void => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const first = node(
      workOf({
        metrics: async () => {
          await held
          return recordsStage('metrics')
        },
      }),
    )
    await start(first)
    await vi.waitFor(async () => expect((await find())?.stage).toBe('metrics'), soon)
    await app.sql(
      "UPDATE deal_builds SET attempt = attempt + 1, updated_at = now() - interval '1 day' WHERE deal_id = $1",
      [deal],
    )
    const second = node(workOf())
    await second.resume()
    await ended()
    letGo()
    await first.close()
    expect(await happenedTo(app, deal)).toEqual(everyStage)
    expect(first.ends).toEqual([])
  })

  it('does not take over a running build', async () => {
    const first = node(workOf({ model: ({ signal }) => never(signal) }))
    await start(first)
    await vi.waitFor(async () => expect((await find())?.stage).toBe('model'), soon)
    ahead = 300_000
    await pause(100)
    const second = node(workOf())
    await second.resume()
    expect(await find()).toMatchObject({ attempt: 1, isDone: false })
    await first.close()
  })

  it('reports why a build failed and keeps its finished stages', async () => {
    const builds = node(
      workOf({
        quality: async () => {
          throw new DomainError('workers_busy')
        },
      }),
    )
    await start(builds)
    await ended()
    const problem = 'The server is busy. Your files are stored; build again in a few minutes.'
    expect(await find()).toMatchObject({ stage: 'quality', problem })
    expect(await happenedTo(app, deal)).toEqual(everyStage.slice(0, 3))
    expect([builds.ends, builds.errors]).toEqual([['failed'], []])
  })

  it('reports an internal build error to the operator without exposing details to the user', async () => {
    const builds = node(
      workOf({
        model: async () => {
          throw new Error('postgres://secret')
        },
      }),
    )
    await start(builds)
    await ended()
    expect((await find())?.problem).toBe('Something went wrong inside the service. Try again.')
    expect(builds.errors).toHaveLength(1)
  })

  it('continues a build once an unavailable store responds again', async () => {
    let tries = 0
    const builds = node(
      workOf({
        evidence: async () => {
          if (++tries < 3) throw new StoreUnavailable('object store', new Error('connect ECONNREFUSED'))
          return recordsStage('evidence')
        },
      }),
    )
    await start(builds)
    await ended()
    expect(await find()).toMatchObject({ stage: 'memo', problem: null, takenOver: 0 })
    expect(await happenedTo(app, deal)).toEqual(everyStage)
    expect([builds.ends, builds.errors.length]).toEqual([['ready'], 2])
  })

  it('names the store that stayed unavailable and never blames the files', async () => {
    const work = workOf({
      evidence: async () => {
        throw new StoreUnavailable('object store', new Error('connect ECONNREFUSED'))
      },
    })
    await start(node(work, 0))
    await ended()
    expect((await find())?.problem).toBe(
      'The object store is not reachable. Your files are stored; build again in a few minutes.',
    )
  })

  it('fails a build that repeatedly crashes its process', async () => {
    const first = node(workOf({ model: ({ signal }) => never(signal) }))
    await start(first)
    await vi.waitFor(async () => expect((await find())?.stage).toBe('model'), soon)
    await first.close()
    await app.sql('UPDATE deal_builds SET taken_over = 5 WHERE deal_id = $1', [deal])
    ahead = 61_000
    const next = node(workOf())
    await next.resume()
    expect(await find()).toMatchObject({
      isDone: true,
      problem: expect.stringMatching(/^The service stopped 5 times .* build again/),
    })
    expect(next.ends).toEqual(['failed'])
  })
})
