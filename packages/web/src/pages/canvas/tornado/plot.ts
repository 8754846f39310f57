import { linearScale, type Scale } from '../../../ui/chart/scale.ts'

interface Plot {
  /** Maps a value to a place between the edges, in percent. */
  readonly x: Scale
  /** The place of the limit; undefined: there is none, or it is too far from the bars. */
  readonly limitAt: number | undefined
}

/** Where a tornado is drawn: all bars, and the limit unless they would get less than half of the width. */
export const plotOf = (
  bars: readonly { readonly low: number; readonly high: number }[],
  middle: number,
  limit: number | undefined,
): Plot => {
  const ends = [middle, ...bars.flatMap(({ low, high }) => [low, high])]
  const [from, to] = [Math.min(...ends), Math.max(...ends)]
  const [first, last] = limit === undefined ? [from, to] : [Math.min(from, limit), Math.max(to, limit)]
  const fits = last - first <= 2 * (to - from)
  const x = fits ? linearScale(first, last, 0, 100) : linearScale(from, to, 0, 100)
  return { x, limitAt: limit !== undefined && fits ? x(limit) : undefined }
}
