/** Where the bands of the integrity score begin; the service caps it at 59 with a critical finding, at 89 with a high one. */
export const scoreBands = [
  { name: 'Poor', from: 0, tone: 'red' },
  { name: 'Weak', from: 40, tone: 'red' },
  { name: 'Fair', from: 60, tone: 'amber' },
  { name: 'Good', from: 75, tone: 'green' },
  { name: 'Strong', from: 90, tone: 'green' },
] as const

type ScoreBand = (typeof scoreBands)[number]

export const bandOf = (score: number): ScoreBand =>
  scoreBands.findLast(({ from }) => Math.round(score) >= from) ?? scoreBands[0]
