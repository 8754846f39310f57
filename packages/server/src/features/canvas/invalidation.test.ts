import { describe, expect, it } from 'vitest'
import type { Actor } from '../../actor.ts'
import type { ChangingDeal } from '../audit-trail/deal-changes.service.ts'
import { createCanvases } from './canvas.service.ts'
import { canvasInvalidatedTopic } from './canvas-invalidation.ts'

describe('session invalidation', () => {
  const invalidate = async (ended: { epoch: string } | undefined, commits: boolean) => {
    const published: unknown[] = []
    const recorded: unknown[] = []
    const deal: Pick<ChangingDeal, 'record'> = { record: (type, data) => recorded.push([type, data]) }
    const never = async () => expect.fail('nothing is read')
    const canvases = createCanvases({
      store: { snapshot: never },
      records: { show: never },
      sessions: { open: never, end: async () => ended },
      changes: { change: (_actor, _dealId, _needed, work) => work(deal as ChangingDeal, undefined as never) },
      database: { afterCommit: async (effect) => (commits ? effect() : undefined) },
      bus: {
        publish: async (topic, message) => void published.push([topic, message]),
        subscribe: never,
        close: never,
      },
      onOpened: never,
    })
    return { there: await canvases.invalidate({} as Actor, 'deal-1'), published, recorded }
  }

  it('publishes the end of a session to every node only after the commit', async () => {
    const recorded = [['canvas.invalidated', { epoch: 'e2' }]]
    const published = [[canvasInvalidatedTopic, { dealIds: ['deal-1'], epoch: 'e2' }]]
    expect(await invalidate({ epoch: 'e2' }, true)).toEqual({ there: true, published, recorded })
    expect(await invalidate({ epoch: 'e2' }, false)).toEqual({ there: true, published: [], recorded })
  })

  it('publishes nothing when there was no session to end', async () => {
    expect(await invalidate(undefined, true)).toEqual({ there: false, published: [], recorded: [] })
  })
})
