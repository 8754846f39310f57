/** What became of each unit of a text in its next version, and where each unit of that one comes from; -1: nothing. */
export interface MatchedUnits {
  imageOf: Int32Array
  originOf: Int32Array
  /** Whether the unit is as it was, wherever it stands now. */
  isSame(old: number): boolean
}

export type Match = (old: number, now: number) => void
export type Matches = Pick<MatchedUnits, 'imageOf' | 'originOf'>

/** The units that nothing was found for yet. */
export const unmatched = (matches: Int32Array): number[] => {
  const open: number[] = []
  matches.forEach((match, index) => {
    if (match === -1) open.push(index)
  })
  return open
}
