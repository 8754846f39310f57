/** Maximum frames in a burst, and per second on average. */
const burst = 60
const perSecond = 10

/** Token bucket: refills over time, and each frame takes one token. Returns whether a token was left. */
export const createMessageRate = (ticks: () => number = () => performance.now()) => {
  let left = burst
  let last = ticks()
  return (): boolean => {
    const at = ticks()
    left = Math.min(burst, left + ((at - last) / 1000) * perSecond)
    last = at
    if (left < 1) return false
    left -= 1
    return true
  }
}
