import { bandOf as bandNamed, scoreBands as bands, type ScoreBand } from '@deal-canvas/contract'
import { uiMessages } from '../messages/ui.ts'

const looks = {
  poor: { name: uiMessages.bandPoor(), tone: 'red' },
  weak: { name: uiMessages.bandWeak(), tone: 'red' },
  fair: { name: uiMessages.bandFair(), tone: 'amber' },
  good: { name: uiMessages.bandGood(), tone: 'green' },
  strong: { name: uiMessages.bandStrong(), tone: 'green' },
} as const satisfies Record<ScoreBand, { name: string; tone: string }>

/** The bands of the integrity score with their names and colors. */
export const scoreBands = bands.map(({ band, from }) => ({ band, from, ...looks[band] }))

export const bandOf = (score: number) => looks[bandNamed(score)]
