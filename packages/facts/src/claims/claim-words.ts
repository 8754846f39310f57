/** Words that state nothing: a claim can use them although its source does not, and leave them out although it does. */
const neutral = new Set(
  `a an the of in on at by for to from with as is are was were be been being am has have had having it its this that these
  those there their they them he she his her our we which who whose where when and or also both then so than such own
  according accordingly state stated says say said show shown showed report reported reporting note noted indicate
  indicated list listed give gave given describe described document memorandum file page passage source text paragraph
  section per amount amounted amounting totaled totalled totals totaling totalling stand stood come came reach reached
  equal equaled run ran hold held contain contained comprise comprised consist consisted include included feature offer
  generate generated produce produced post posted record recorded achieve achieved register registered earn earned deliver
  delivered put figure value level sum about approximately approx around roughly circa nearly almost some estimated
  property building asset company business deal transaction during over through until throughout within as ended ending
  respectively do does did across whole overall itself just exactly namely currently now today presently usd eur gbp
  under what move moved pay pays paying fiscal year fy cy date dated period full calendar twelve month quarter day`.split(
    /\s+/,
  ),
)

/**
 * Words that narrow what a number is about, or take it back. Where the source uses one next to a number, the claim must
 * use it too, and the other way round.
 */
const narrowing = new Set(
  `submarket market comparable comparables comp peer competitor competing compete rival average mean median target hurdle
  stabilized proforma inplace budget budgeted plan planned propose proposed assume assumed assuming assumption underwrite
  underwritten minimum maximum required require covenant gross net levered unlevered samestore existing prior previous
  former historical recurring adjusted residential commercial retail office industrial buyer seller lender appraiser
  appraised appraisal asking ask guidance base effective renovated unrenovated vacant senior mezzanine subordinated junior
  preferred common cumulative incremental additional peak trough worst best upside downside case scenario sensitivity
  expect may will if unless would should subject contingent hypothetical potential alternative alternatively option
  not no never without neither nor none cannot exclude excluding except fail lack deny denied dispute allege unsolicited
  declined rejected withdrawn draft indicative nonbinding per-unit bad late default renewal new sublease subtenant
  guarantor affiliate subsidiary parent segment division portfolio only less more least most half third quarterly twice
  double triple remaining outstanding undrawn unused paid unpaid owed committed uncommitted funded unfunded before after
  excess below above beyond versus instead formerly originally initially ultimately eventually`.split(/\s+/),
)

const up = new Set(
  'up rise rises rose risen rising increase increases increased increasing grow grows grew grown growing growth higher climb climbed gain gained expanded'.split(
    ' ',
  ),
)
const down = new Set(
  'down fall falls fell fallen falling decline declines declining decrease decreases decreased decreasing drop drops dropped dropping lower reduce reduced reduction shrank shrunk contracted'.split(
    ' ',
  ),
)

/** Terms with the same meaning; each line starts with the word that stands for all of them. */
const sameMeaning: readonly (readonly [string, readonly string[]])[] = [
  ['noi', ['net operating income', 'noi']],
  ['dscr', ['debt service coverage ratio', 'debt service coverage', 'dscr']],
  ['ltv', ['loan to value ratio', 'loan to value', 'ltv']],
  ['ltc', ['loan to cost ratio', 'loan to cost', 'ltc']],
  ['irr', ['internal rate of return', 'irr']],
  ['moic', ['multiple on invested capital', 'moic']],
  ['arr', ['annual recurring revenue', 'annualized recurring revenue', 'arr']],
  ['mrr', ['monthly recurring revenue', 'mrr']],
  ['nrr', ['net revenue retention', 'nrr']],
  ['grr', ['gross revenue retention', 'grr']],
  ['capex', ['capital expenditures', 'capital expenditure', 'capital spending', 'capex']],
  ['opex', ['operating expenses', 'operating expense', 'opex']],
  ['caprate', ['capitalization rate', 'capitalisation rate', 'cap rate']],
  ['egi', ['effective gross income', 'egi']],
  ['gpr', ['gross potential rent', 'gpr']],
  ['ebitda', ['ebitda']],
  ['proforma', ['pro forma', 'proforma']],
  ['inplace', ['in place']],
  ['samestore', ['same store']],
  ['occupancy', ['occupancy', 'occupied']],
  ['vacancy', ['vacancy']],
  [
    'expiry',
    [
      'expires',
      'expire',
      'expired',
      'expiring',
      'expiration',
      'expiry',
      'matures',
      'mature',
      'maturing',
      'maturity',
      'ends',
      'runs out',
    ],
  ],
  ['built', ['built', 'constructed', 'construction']],
  ['purchase', ['purchase', 'purchased', 'acquire', 'acquires', 'acquired', 'acquisition', 'bought', 'buys', 'buy']],
  ['sale', ['sale', 'sold', 'sells', 'sell']],
  [
    'start',
    [
      'starts',
      'started',
      'start',
      'begins',
      'began',
      'begin',
      'commences',
      'commenced',
      'commence',
      'commencement',
      'commencing',
    ],
  ],
  ['tenant', ['tenant', 'tenants', 'lessee', 'lessees']],
  ['landlord', ['landlord', 'lessor']],
  ['customer', ['customer', 'customers', 'client', 'clients']],
  ['employee', ['employee', 'employees', 'staff', 'headcount']],
  [
    'expect',
    [
      'expects',
      'expect',
      'expected',
      'expecting',
      'anticipates',
      'anticipate',
      'anticipated',
      'forecasts',
      'forecast',
      'forecasted',
      'projects',
      'projected',
      'projection',
      'projections',
    ],
  ],
  ['may', ['may', 'might', 'could', 'can']],
  ['will', ['will', 'shall']],
  [
    '',
    [
      'offering memorandum',
      'information memorandum',
      'the om',
      'term sheet',
      'purchase agreement',
      'loan agreement',
      'rent roll',
      'the memo',
      'the document',
      'the report',
      'the file',
    ],
  ],
]

const maxPhraseWords = 5
const canonical = new Map(sameMeaning.flatMap(([word, phrases]) => phrases.map((phrase) => [phrase, word] as const)))

/** The same for "leases", "leased" and "leasing". */
export const stemOf = (word: string): string => {
  let stem = word.replace(/['’]s?$/, '')
  if (stem.length < 4) return stem
  if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1)
  if (stem.endsWith('ing') && stem.length > 5) stem = stem.slice(0, -3)
  else if (stem.endsWith('ed') && stem.length > 4) stem = stem.slice(0, -2)
  if (stem.endsWith('e') && stem.length > 3) stem = stem.slice(0, -1)
  return /([^lsaeiou])\1$/.test(stem) && stem.length > 3 ? stem.slice(0, -1) : stem
}

const neutralStems = new Set([...neutral].map(stemOf))
const narrowingStems = new Set([...narrowing].map(stemOf))

/** Who confirms a number is not what it is about: "the auditors confirmed net sales of …". */
export const attributing: ReadonlySet<string> = new Set(['confirmed', 'verified', 'certified', 'agreed'].map(stemOf))

export interface ClaimWord {
  /** What it is compared by. */
  readonly word: string
  /** How many of the given words it covers. */
  readonly length: number
  readonly kind: 'neutral' | 'content' | 'narrowing' | 'up' | 'down'
}

/** Reads the word or term that starts at a place; the words are in lower case. */
export const claimWordAt = (words: readonly string[], at: number): ClaimWord => {
  for (let length = Math.min(maxPhraseWords, words.length - at); length > 0; length--) {
    const found = canonical.get(words.slice(at, at + length).join(' '))
    if (found === undefined) continue
    const kind = found === '' ? 'neutral' : narrowingStems.has(stemOf(found)) ? 'narrowing' : 'content'
    return { word: stemOf(found), length, kind }
  }
  const word = words[at] ?? ''
  if (up.has(word)) return { word: '+', length: 1, kind: 'up' }
  if (down.has(word)) return { word: '-', length: 1, kind: 'down' }
  const stem = word.endsWith("n't") ? 'not' : stemOf(word)
  // "Net" of "net asset value" narrows, whatever else the word can be.
  if (narrowingStems.has(stem)) return { word: stem, length: 1, kind: 'narrowing' }
  return { word: stem, length: 1, kind: neutral.has(word) || neutralStems.has(stem) ? 'neutral' : 'content' }
}
