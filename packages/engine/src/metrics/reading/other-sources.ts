import type { Weighed } from './choose.ts'

/** Evidence that a cell is about something other than the current deal. */
const ofAnotherThing = [
  ...[
    'aside',
    'aside_heading',
    'foreign',
    'limit_word',
    'deducted',
    'short_period',
    'short_rate',
    'piece_word',
    'zero',
  ],
  ...['sheet_peers', 'sheet_sensitivity', 'sheet_scenario', 'sheet_old', 'list_below', 'unnamed_columns'],
  ...['head_other_case', 'head_acquirer', 'head_combined', 'head_limit', 'head_peer', 'head_per_piece'],
]
const minSureness = 0.9
const maxSources = 5

/** Whether a cell states its metric by its full name, as a number of the deal. */
const statesIt = ({ sureness, evidence }: Weighed): boolean =>
  sureness >= minSureness && !ofAnotherThing.some((name) => evidence.has(name))

/** The other sheets that state the metric as certainly as the chosen cell, for the same period. One cell of each. */
export const otherSources = (chosen: Weighed, group: readonly Weighed[]): Weighed[] => {
  if (!statesIt(chosen)) return []
  const sheets = new Set([chosen.sheet])
  return group
    .filter((source) => {
      const isOne = statesIt(source) && source.period?.label === chosen.period?.label && !sheets.has(source.sheet)
      if (isOne) sheets.add(source.sheet)
      return isOne
    })
    .slice(0, maxSources)
}
