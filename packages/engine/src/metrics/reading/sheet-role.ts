/** The role of a sheet, by its name. */
export type SheetRole =
  | 'peers'
  | 'sensitivity'
  | 'old'
  | 'scenario'
  | 'summary'
  | 'inputs'
  | 'statements'
  | 'returns'
  | 'valuation'
  | 'schedule'

/** The first match wins: "Comps Summary" is about peers. */
const roles: readonly (readonly [role: SheetRole, words: RegExp])[] = [
  ['peers', /\b(?:comps?|comparables?|peers?|precedents?|benchmark(?:s|ing)?|industry|trading)\b/i],
  ['sensitivity', /sensitivit|what[- ]?if|data table|football field|tornado|monte carlo|stress/i],
  [
    'old',
    /\b(?:old|archive|backup|prior|previous|draft|copy|example|instructions?|lesson|tutorial|guide|readme)\b|\bv\d/i,
  ],
  ['scenario', /scenario|\bcases?\b/i],
  ['summary', /summary|dashboard|cover|overview|executive|\bkpi|metrics|highlights|output|snapshot/i],
  ['inputs', /assumption|inputs?\b|drivers?|control|general|setup/i],
  ['returns', /return|\blbo\b|\bexit\b|waterfall|sources|transaction|deal|\bs ?& ?u\b/i],
  ['valuation', /\bdcf\b|valuation|wacc|intrinsic/i],
  ['schedule', /debt|loan|schedule|amort|deprec|capex|working capital|\bnwc\b|mortgage|rent roll|\btax\b/i],
  [
    'statements',
    /income|balance|cash ?flow|\bp ?& ?l\b|\bis\b|\bbs\b|\bcf[si]?\b|statement|financials?|historical|pro ?-?forma|operating/i,
  ],
]

export const sheetRole = (name: string): SheetRole | undefined => {
  const plain = name.replaceAll(/[_-]+/g, ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  return roles.find(([, words]) => words.test(plain))?.[0]
}
