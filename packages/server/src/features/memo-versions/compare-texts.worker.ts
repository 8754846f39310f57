import { citedMetrics } from '@deal-canvas/memo'
import { compareTexts, newCompareBudget, type TextPart } from '@deal-canvas/memo/compare'

/** The texts of a section in two versions; a text is null where the section is not there. */
export interface TextPair {
  before: string | null
  after: string | null
}

export interface ComparedTexts {
  parts: TextPart[]
  /** The metrics that either text cites. */
  cited: string[]
}

/** All sections share one budget, so that a request cannot hold the thread for long. */
export const compare = ({ pairs }: { pairs: readonly TextPair[] }): ComparedTexts[] => {
  const budget = newCompareBudget()
  return pairs.map(({ before, after }) => ({
    parts: compareTexts(before ?? '', after ?? '', budget),
    cited: [...new Set([before ?? '', after ?? ''].flatMap(citedMetrics))],
  }))
}
