export interface Line {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface ListPlace {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
}

const gap = 4
const edge = 8

/** A line that is scrolled out of the window counts as being at its edge. */
const inSight = (line: Line, window: Size): Line => {
  const height = line.bottom - line.top
  const top = Math.max(0, Math.min(line.top, window.height - height))
  return { left: line.left, top, bottom: top + height }
}

/** Below the current line, or above it if there is more room; always fully within the window. */
export const placeList = (written: Line, list: Size, window: Size): ListPlace => {
  const line = inSight(written, window)
  const below = window.height - edge - (line.bottom + gap)
  const above = line.top - gap - edge
  const isBelow = list.height <= below || below >= above
  const maxHeight = Math.max(0, isBelow ? below : above)
  const height = Math.min(list.height, maxHeight)
  return {
    left: Math.max(edge, Math.min(line.left, window.width - list.width - edge)),
    top: isBelow ? line.bottom + gap : line.top - gap - height,
    maxHeight,
  }
}
