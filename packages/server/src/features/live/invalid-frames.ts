import { maxInvalidFramesPerMinute } from '@deal-canvas/contract'

const windowMs = 60_000

/** Counts invalid frames in a sliding one-minute window. Returns whether this frame reaches the limit. */
export const createInvalidFrames = (ticks: () => number = () => performance.now()) => {
  let recent: number[] = []
  return (): boolean => {
    const at = ticks()
    recent = [...recent.filter((earlier) => at - earlier < windowMs), at]
    return recent.length >= maxInvalidFramesPerMinute
  }
}
