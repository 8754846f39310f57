/** The bands of the integrity score, lowest first, with the score at which each starts. */
export const scoreBands = [
  { band: 'poor', from: 0 },
  { band: 'weak', from: 40 },
  { band: 'fair', from: 60 },
  { band: 'good', from: 75 },
  { band: 'strong', from: 90 },
] as const
export type ScoreBand = (typeof scoreBands)[number]['band']

export const bandOf = (score: number): ScoreBand =>
  (scoreBands.findLast(({ from }) => Math.round(score) >= from) ?? scoreBands[0]).band

/** Maximum score of a model while a finding of that severity is open: below fair, and below strong. */
export const scoreCaps = { critical: 59, high: 89 } as const
