/** So many frames at once, and so many each second in the long run. */
const burst = 60
const perSecond = 10

/** A bucket that fills slowly and is emptied by each frame. Answers whether there was one left. */
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
