import { expect, it, vi } from 'vitest'
import { type AnchorPlan, createFollowAnchors, RewritingToPlan, SlowRewriting } from './follow-anchors.ts'

const rewriting = { anchors: [], before: 'Before', text: 'After' }
const anchors = () =>
  createFollowAnchors({
    store: { openAnchors: vi.fn(), moveAnchors: vi.fn(), detachOthers: vi.fn(), maxAnchors: 1 } as never,
    thread: { plan: async () => [] },
  })

it.each([
  ['returns', async () => new SlowRewriting(rewriting)],
  [
    'throws, so that what it wrote is rolled back,',
    () => Promise.reject(new RewritingToPlan(new SlowRewriting(rewriting))),
  ],
])('runs the work again with a plan when it %s that a rewrite is slow', async (_, slow) => {
  const plans: (AnchorPlan | undefined)[] = []
  const result = await anchors().planned<string>(async (plan) => {
    plans.push(plan)
    return plan === undefined ? slow() : 'done'
  })
  expect(result).toBe('done')
  expect(plans).toEqual([undefined, { ...rewriting, changes: [], isLast: false }])
})

it('rethrows any other error of the work', async () => {
  await expect(anchors().planned(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})
