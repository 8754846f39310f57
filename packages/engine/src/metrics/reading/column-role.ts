/** The subject of a column that is not a period. */
export type ColumnRole = 'per_piece' | 'base' | 'other_case' | 'target' | 'acquirer' | 'combined' | 'limit' | 'peer'

const roles: readonly (readonly [role: ColumnRole, words: RegExp])[] = [
  [
    'per_piece',
    /\bper\b|\/ ?(?:sf|unit|key|bed|share|kw|mw|month|mo)\b|psf|%|growth|yoy|cagr|variance|\bvar\b|change|favou?rable/i,
  ],
  [
    'other_case',
    /\b(?:low|high|bear|bull|best|worst|upside|downside|optimistic|pessimistic|conservative|aggressive|stress(?:ed)?|recession)\b/i,
  ],
  ['base', /\b(?:base|mid|expected|selected|live|most likely|management)\b/i],
  ['target', /\btarget(?: co(?:mpany)?)?\b|\btargetco\b|\bseller\b/i],
  ['acquirer', /\bacquir[eo]r\b|\bbuyer\b|\bacquirerco\b/i],
  ['combined', /\bcombined\b|pro[- ]?forma|\bconsolidated\b|\bmerged\b/i],
  ['limit', /\b(?:max|min|maximum|minimum|limit|guidelines?|required|threshold|covenant|benchmark|goal|market)\b/i],
  ['peer', /\b(?:peers?|comps?|median|mean|average|avg|industry|25th|75th|percentile)\b/i],
]

/** Reads the head of a column: "$/SF", "Downside", "Target", "Guideline". */
export const columnRole = (head: string): ColumnRole | undefined => roles.find(([, words]) => words.test(head))?.[0]
