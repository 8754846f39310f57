import type { GrayPicture } from './tesseract.ts'

/** In inches. A rule is longer than the strokes of letters, and thinner than a bar, a stamp or a photo. */
const minLength = 0.5
const maxThickness = 0.03
/** In pixels. */
const softEdge = 2
/** Of the brightness of the paper. */
const darkShare = 0.85

/** A picture without its rules, and where those between columns were. */
export interface WithoutRules {
  picture: GrayPicture
  /** Whether a rule stood between two places beside each other. */
  isRuleBetween(left: number, right: number, at: number): boolean
}

/** One direction in which rules run: the step along a line of pixels, and the step to the line beside it. */
interface Direction {
  lines: number
  length: number
  along: number
  beside: number
}

/** The most frequent shade: that of the paper. */
const paperOf = (pixels: Uint8Array): number => {
  const counts = new Uint32Array(256)
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
}

/**
 * Erases the rules of tables and forms from a picture: text recognition takes a cell between rules for a drawing and
 * leaves its text out. A letter that touches a rule keeps its strokes.
 */
export const eraseRules = (picture: GrayPicture): WithoutRules => {
  const { width, height, pixels, dpi } = picture
  const paper = paperOf(pixels)
  const thickest = Math.max(3, Math.round(dpi * maxThickness))
  const erased = pixels.slice()
  const isDark = (at: number): boolean => (pixels[at] ?? paper) < paper * darkShare
  const isStillDark = (at: number): boolean => (erased[at] ?? paper) < paper * darkShare

  /**
   * How many pixels beside this one are dark, up to more than a rule has. Where rules cross, the one that is erased
   * already does not count.
   */
  const depthOf = (at: number, step: number, room: number): number => {
    let depth = 0
    while (depth < thickest && depth < room && isStillDark(at + (depth + 1) * step)) depth++
    return depth
  }

  /** The soft edge of a rule would still be a rule; what is as dark as the rule itself is a letter that touches it. */
  const eraseEdge = (at: number, step: number, room: number): void => {
    for (let n = 1; n <= Math.min(softEdge, room) && !isDark(at + n * step); n++) erased[at + n * step] = paper
  }

  /** Erases the rules of one direction; returns for each line of pixels where in it they begin and end. */
  const eraseAlong = ({ lines, length, along, beside }: Direction): Map<number, [from: number, to: number][]> => {
    const rules = new Map<number, [number, number][]>()
    for (let line = 0; line < lines; line++) {
      const [before, after] = [line, lines - 1 - line]
      // A rule of a crooked scan continues in the line beside it.
      const isDarkAround = (at: number): boolean =>
        isDark(at) || (before > 0 && isDark(at - beside)) || (after > 0 && isDark(at + beside))
      let from = 0
      for (let place = 0; place <= length; place++) {
        if (place < length && isDarkAround(line * beside + place * along)) continue
        if (place - from >= dpi * minLength) {
          let thin = 0
          for (let n = from; n < place; n++) {
            const at = line * beside + n * along
            if (!isDark(at) || depthOf(at, -beside, before) + 1 + depthOf(at, beside, after) > thickest) continue
            thin++
            erased[at] = paper
            eraseEdge(at, -beside, before)
            eraseEdge(at, beside, after)
          }
          if (2 * thin > place - from) rules.set(line, [...(rules.get(line) ?? []), [from, place]])
        }
        from = place + 1
      }
    }
    return rules
  }

  eraseAlong({ lines: height, length: width, along: 1, beside: width })
  const uprights = eraseAlong({ lines: width, length: height, along: width, beside: 1 })
  return {
    picture: { ...picture, pixels: erased },
    isRuleBetween: (left, right, at) => {
      for (let place = Math.ceil(left); place <= right; place++)
        if (uprights.get(place)?.some(([from, to]) => from <= at && at < to)) return true
      return false
    },
  }
}
