import { expect, onTestFinished, test, vi } from 'vitest'
import { StoreUnavailable } from '../store-unavailable.ts'
import { createLinkedBus } from './linked-bus.ts'

/** A promise that the test resolves or rejects. */
const held = () => {
  let resolve = (): void => undefined
  let reject = (_error: Error): void => undefined
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

/** A bus over links that the test controls. */
const openBus = () => {
  const links: { follow: ReturnType<typeof held>; lose(error: Error): void }[] = []
  const bus = createLinkedBus({
    open: async (_deliver, lost) => {
      const link = { follow: held(), lose: lost }
      links.push(link)
      return { follow: () => link.follow.promise, unfollow: async () => undefined, close: async () => undefined }
    },
    send: async () => undefined,
    close: async () => undefined,
    onLost: () => undefined,
    onError: () => undefined,
  })
  onTestFinished(() => bus.close())
  const link = (place: number) => vi.waitUntil(() => links[place], { timeout: 5_000 })
  return { bus, link }
}

const gone = new StoreUnavailable('redis', new Error('gone'))

test('reports the gap to a subscriber that joins while one link breaks and the next is being set up', async () => {
  const { bus, link } = openBus()
  const onGap = vi.fn()
  const subscribing = bus.subscribe('topic', { onMessage: () => undefined, onGap })
  const first = await link(0)
  first.lose(gone)
  const second = await link(1)
  first.follow.reject(gone)
  await subscribing
  expect(onGap).not.toHaveBeenCalled()
  second.follow.resolve()
  await vi.waitFor(() => expect(onGap).toHaveBeenCalledOnce())
})

test('rejects a subscription to a topic that the server rejects', async () => {
  const { bus, link } = openBus()
  const subscribing = bus.subscribe('topic', { onMessage: () => undefined, onGap: () => undefined })
  const first = await link(0)
  first.follow.reject(new Error('NOPERM'))
  await expect(subscribing).rejects.toThrow('NOPERM')
})
