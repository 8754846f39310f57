// The result, or an error after a timeout: a hanging service must not block the measurement.
import { setTimeout as pause } from 'node:timers/promises'

export const within = async (ms, work) => {
  const over = new AbortController()
  const tooLate = pause(ms, undefined, { signal: over.signal }).then(() => {
    throw new Error(`No answer within ${ms} ms`)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    over.abort()
  }
}
