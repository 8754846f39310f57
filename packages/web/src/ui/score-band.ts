import { uiMessages } from '../messages/ui.ts'

/** Where the bands of the integrity score begin; the service caps it at 59 with a critical finding, at 89 with a high one. */
export const scoreBands = [
  { name: uiMessages.bandPoor(), from: 0, tone: 'red' },
  { name: uiMessages.bandWeak(), from: 40, tone: 'red' },
  { name: uiMessages.bandFair(), from: 60, tone: 'amber' },
  { name: uiMessages.bandGood(), from: 75, tone: 'green' },
  { name: uiMessages.bandStrong(), from: 90, tone: 'green' },
] as const

type ScoreBand = (typeof scoreBands)[number]

export const bandOf = (score: number): ScoreBand =>
  scoreBands.findLast(({ from }) => Math.round(score) >= from) ?? scoreBands[0]
