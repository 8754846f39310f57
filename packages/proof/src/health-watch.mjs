// Checks whether the process responds while a store is down, and how soon it detects that the store is back.
import { setTimeout as pause } from 'node:timers/promises'
import { call } from './server.mjs'
import { within } from './within.mjs'

const everyMs = 100
const patienceMs = 10_000

/** Polls /healthz from now on. */
export const watchHealth = (url) => {
  const tookMs = []
  const failures = []
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const begun = performance.now()
      try {
        const { status } = await within(patienceMs, call(url, 'GET', '/healthz'))
        if (status !== 200) failures.push(`answered ${status}`)
      } catch (error) {
        failures.push(error.message)
      }
      tookMs.push(performance.now() - begun)
      await pause(everyMs)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      isOver = true
      await watching
      return { tookMs, failures }
    },
  }
}

/** Milliseconds until a condition holds, polled; infinite if it does not within the limit. */
export const timeUntil = async (holds, { maxMs }) => {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > maxMs) return Number.POSITIVE_INFINITY
    await pause(10)
  }
  return performance.now() - begun
}

/** True if /readyz is 200 and shows the store, `database` or `redis`, as reachable. */
export const isReady = async (url, store) => {
  try {
    const { status, body } = await within(patienceMs, call(url, 'GET', '/readyz'))
    return status === 200 && body.stores[store] === 'ok'
  } catch {
    // No reply: a crash, which the service wrapper reports.
    return false
  }
}
