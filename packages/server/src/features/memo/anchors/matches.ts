/** Maps each unit of a text to its unit in the next version (`imageOf`) and back (`originOf`); -1 if there is none. */
export interface MatchedUnits {
  imageOf: Int32Array
  originOf: Int32Array
  /** Whether the unit is unchanged, wherever it is now. */
  isSame(old: number): boolean
}

export type Match = (old: number, now: number) => void
export type Matches = Pick<MatchedUnits, 'imageOf' | 'originOf'>

/** Indexes of the units without a match. */
export const unmatched = (matches: Int32Array): number[] => {
  const open: number[] = []
  matches.forEach((match, index) => {
    if (match === -1) open.push(index)
  })
  return open
}
