/** Sentences of drafted sections, with chips and about passages: true ones, and the same with one thing changed. */
import type { Claim, ClaimSource } from '../verify-claim.ts'
import type { ChipNumber } from '../verify-drafted.ts'
import { createDice, type Dice } from './generated-documents.ts'

export { createDice }

export const draftMutations = ['value', 'entity', 'period', 'citation', 'quote'] as const
export type DraftMutation = (typeof draftMutations)[number]

export interface GeneratedDraft {
  readonly numbers: readonly ChipNumber[]
  readonly passages: readonly ClaimSource[]
  readonly claim: Claim
  readonly hasChips: boolean
  readonly mutated: readonly { readonly mutation: DraftMutation; readonly claim: Claim }[]
}

type Form = 'money' | 'rate' | 'multiple' | 'count'

interface Named {
  readonly key: string
  readonly label: string
  /** How analysts write it. */
  readonly said: readonly string[]
  readonly form: Form
}

const named = (form: Form, key: string, label: string, ...said: string[]): Named => ({ form, key, label, said })

const memoNumbers: readonly Named[] = [
  named('money', 'purchase_price', 'Purchase Price', 'purchase price', 'acquisition price'),
  named('money', 'noi', 'Net Operating Income', 'net operating income', 'NOI'),
  named('money', 'egi', 'Effective Gross Income', 'effective gross income', 'EGI'),
  named('money', 'loan_amount', 'Loan Amount', 'loan amount'),
  named('money', 'sponsor_equity', 'Sponsor Equity', 'sponsor equity', "sponsor's equity"),
  named('money', 'exit_value', 'Exit Value', 'exit value'),
  named('money', 'capex', 'Capital Expenditures', 'capital expenditures', 'capex'),
  named('money', 'ltm_revenue', 'LTM Revenue', 'LTM revenue'),
  named('money', 'adjusted_ebitda', 'LTM Adjusted EBITDA', 'LTM adjusted EBITDA', 'adjusted LTM EBITDA'),
  named('rate', 'going_in_cap_rate_pct', 'Going-in Cap Rate', 'going-in cap rate', 'going-in capitalization rate'),
  named('rate', 'exit_cap_rate_pct', 'Exit Cap Rate', 'exit cap rate'),
  named('rate', 'ltv_pct', 'Loan-to-Value', 'loan-to-value ratio', 'LTV'),
  named('rate', 'levered_irr_pct', 'Levered IRR', 'levered IRR', 'levered internal rate of return'),
  named('rate', 'rent_growth_pct', 'Rent Growth', 'rent growth'),
  named('rate', 'expense_growth_pct', 'Expense Growth', 'expense growth'),
  named('rate', 'occupancy_pct', 'Physical Occupancy', 'physical occupancy'),
  named('rate', 'rule_of_40', 'Rule of 40', 'rule of 40'),
  named('multiple', 'dscr', 'Debt Service Coverage Ratio', 'debt service coverage', 'DSCR'),
  named('multiple', 'moic', 'MOIC', 'MOIC', 'multiple on invested capital'),
  named('multiple', 'exit_multiple', 'Exit Multiple', 'exit multiple'),
  named('count', 'unit_count', 'Unit Count', 'unit count'),
  named('count', 'tenant_count', 'Tenant Count', 'tenant count'),
]

const memoValue = (dice: Dice, form: Form): string =>
  ({
    money: () => `$${(dice.between(110, 9_890) / 100).toFixed(2)}M`,
    rate: () => `${(dice.between(310, 989) / 100).toFixed(2)}%`,
    multiple: () => `${(dice.between(105, 489) / 100).toFixed(2)}x`,
    count: () => String(dice.between(12, 940)),
  })[form]()

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
const verbs = ['is', 'stands at', 'comes to', 'amounts to', 'totals', 'reaches']

const clause = (dice: Dice, { key, said }: Pick<Named, 'key' | 'said'>, when: string): string => {
  const name = dice.pick(said)
  return dice.pick([
    `the ${name}${when} ${dice.pick(verbs)} [[${key}]]`,
    `${name} ${dice.pick(verbs)} [[${key}]]${when}`,
    `the deal shows ${name} of [[${key}]]${when}`,
    `our ${name} is [[${key}]]${when}`,
    `the memorandum states ${name} of [[${key}]]${when}`,
  ])
}

const other = <Item>(dice: Dice, items: readonly Item[], item: Item): Item =>
  dice.pick(items.filter((one) => one !== item))

const aboutNumbers = (dice: Dice): GeneratedDraft => {
  const given = dice.shuffled(memoNumbers).slice(0, 14)
  const year = dice.between(2023, 2027)
  const numbers = given.map(({ key, label, form }): ChipNumber & Named => ({
    ...(given.find((one) => one.key === key) as Named),
    key,
    label,
    written: memoValue(dice, form),
    period: form === 'money' && dice.chance(0.6) ? String(year) : undefined,
  }))
  const [first, second] = dice.shuffled(numbers) as [ChipNumber & Named, ChipNumber & Named]
  const whenOf = ({ period }: ChipNumber, said = period): string =>
    period === undefined || dice.chance(0.3) ? '' : dice.pick([` in ${said}`, ` for ${said}`])
  const isPair = dice.chance(0.4)
  const opening = dice.pick(['', '', 'In the model, ', 'As reported, '].slice(0, 2))
  const write = (one: string, two: string): string => {
    const joined = isPair ? `${one}${dice.pick([' and ', ', and ', ', while ', '; '])}${two}` : one
    return `${opening}${upper(joined)}.`
  }
  const [one, two] = [clause(dice, first, whenOf(first)), clause(dice, second, whenOf(second))]
  const claim: Claim = { text: write(one, two), citations: [] }
  const passages: ClaimSource[] = [
    { id: 'p1', text: 'The seller has owned the asset since 2014. The roofs were replaced in 2019.' },
    { id: 'p2', text: 'Two brokers toured the asset in May.' },
  ]
  const wrongKey = other(dice, numbers, first)
  const stranger = other(
    dice,
    memoNumbers.filter(({ key }) => !given.some((item) => item.key === key)),
    first,
  )
  const swapped = (text: string, to: string): string => text.replace(`[[${first.key}]]`, to)
  const mutated: { mutation: DraftMutation; claim: Claim }[] = [
    // Another number of the memo, a number that the draft was not given, a number without a chip, and its own in words.
    { mutation: 'value', claim: { text: swapped(claim.text, `[[${wrongKey.key}]]`), citations: [] } },
    { mutation: 'value', claim: { text: swapped(claim.text, `[[${stranger.key}]]`), citations: [] } },
    { mutation: 'value', claim: { text: swapped(claim.text, memoValue(dice, first.form)), citations: [] } },
    { mutation: 'value', claim: { text: swapped(claim.text, first.written), citations: dice.pick([[], ['p1']]) } },
    {
      mutation: 'value',
      claim: {
        text: swapped(claim.text, dice.pick([`-[[${first.key}]]`, `[[${first.key}]]%`, `at least [[${first.key}]]`])),
        citations: [],
      },
    },
    {
      mutation: 'entity',
      claim: { text: write(clause(dice, { key: first.key, said: wrongKey.said }, ''), two), citations: [] },
    },
    {
      mutation: 'entity',
      claim: { text: write(clause(dice, { key: first.key, said: stranger.said }, ''), two), citations: [] },
    },
    {
      mutation: 'entity',
      claim: {
        text: write(
          clause(
            dice,
            {
              key: first.key,
              said: first.said.map(
                (name) => `${dice.pick(['stabilized', 'submarket', 'budgeted', 'prior', 'Apex'])} ${name}`,
              ),
            },
            '',
          ),
          two,
        ),
        citations: [],
      },
    },
    {
      mutation: 'period',
      claim: { text: write(clause(dice, first, ` in ${year + dice.between(1, 3)}`), two), citations: [] },
    },
    { mutation: 'citation', claim: { ...claim, citations: [dice.pick(['p1', 'p2', 'p9'])] } },
    {
      mutation: 'quote',
      claim: {
        text: claim.text.replace(/\.$/, `, "${dice.pick(['a rare opportunity', 'as agreed by the lender'])}".`),
        citations: dice.pick([[], ['p1']]),
      },
    },
  ]
  return { numbers, passages, claim, hasChips: true, mutated }
}

interface Told {
  /** Sentences of the document, one of which states it. */
  readonly document: (value: string, who: string, year: string) => readonly string[]
  readonly draft: (value: string, who: string, year: string) => readonly string[]
  /** The same about something else. */
  readonly wrong: (value: string, who: string, year: string) => readonly string[]
  readonly value: (dice: Dice) => string
  readonly isYearly: boolean
}

const millions = (dice: Dice): string => `$${(dice.between(110, 989) / 10).toFixed(1)} million`
const percent = (dice: Dice): string => `${(dice.between(121, 979) / 10).toFixed(1)}%`

const told: Told[] = [
  {
    document: (value, _, year) => [
      `Gross revenue reached ${value} in ${year}.`,
      `In ${year} the company posted gross revenue of ${value}.`,
    ],
    draft: (value, _, year) => [
      `Gross revenue in ${year} was ${value}.`,
      `For ${year}, gross revenue came to ${value}.`,
      `The company recorded gross revenue of ${value} in ${year}.`,
    ],
    wrong: (value, _, year) => [`Net revenue in ${year} was ${value}.`, `For ${year}, gross margin came to ${value}.`],
    value: millions,
    isYearly: true,
  },
  {
    document: (value, _, year) => [
      `Utility costs amounted to ${value} during ${year}.`,
      `For the year ${year}, utility costs were ${value}.`,
    ],
    draft: (value, _, year) => [
      `Utility costs were ${value} in ${year}.`,
      `In ${year}, utility costs totaled ${value}.`,
      `Utility costs of ${value} were reported for ${year}.`,
    ],
    wrong: (value, _, year) => [
      `Payroll costs were ${value} in ${year}.`,
      `In ${year}, utility income totaled ${value}.`,
    ],
    value: millions,
    isYearly: true,
  },
  {
    document: (value, who) => [`${who} occupies ${value} of the rentable area.`],
    draft: (value, who) => [
      `${who} occupies ${value} of the rentable area.`,
      `The document says that ${who} occupies ${value} of the rentable area.`,
    ],
    wrong: (value, who) => [
      `${who} vacates ${value} of the rentable area.`,
      `${who} Holdings occupies ${value} of the land area.`,
    ],
    value: percent,
    isYearly: false,
  },
  {
    document: (value) => [
      `The asking price of the land parcel is ${value}.`,
      `The land parcel has an asking price of ${value}.`,
    ],
    draft: (value) => [
      `The asking price of the land parcel is ${value}.`,
      `The land parcel has an asking price of ${value}.`,
    ],
    wrong: (value) => [
      `The appraised price of the land parcel is ${value}.`,
      `The asking price of the garage is ${value}.`,
    ],
    value: millions,
    isYearly: false,
  },
  {
    document: (value, _, year) => [
      `Customer retention was ${value} in ${year}.`,
      `Customer retention stood at ${value} for ${year}.`,
    ],
    draft: (value, _, year) => [
      `Customer retention reached ${value} in ${year}.`,
      `In ${year}, the company had customer retention of ${value}.`,
    ],
    wrong: (value, _, year) => [
      `Supplier retention reached ${value} in ${year}.`,
      `In ${year}, customer retention grew by ${value}.`,
    ],
    value: percent,
    isYearly: true,
  },
  {
    document: (value, who) => [
      `${who} lends ${value} to the borrower.`,
      `The bank ${who} lends ${value} to the borrower.`,
    ],
    draft: (value, who) => [
      `${who} lends ${value} to the borrower.`,
      `As stated, ${who} lends ${value} to the borrower.`,
    ],
    wrong: (value, who) => [
      `${who} borrows ${value} from the borrower.`,
      `${who} declined to lend ${value} to the borrower.`,
      `The borrower lends ${value} to ${who}.`,
    ],
    value: millions,
    isYearly: false,
  },
]

/** As documents say it in the passive or with a party: a draft keeps to that. */
told.push(
  {
    document: (value, who) => [`Of the rentable area, ${value} is occupied by ${who}.`],
    draft: (value, who) => [
      `${value} of the rentable area is occupied by ${who}.`,
      `Of the rentable area, ${value} is occupied by ${who}.`,
    ],
    wrong: (value, who) => [`${value} of the rentable area is left by ${who}.`],
    value: percent,
    isYearly: false,
  },
  {
    document: (value, who) => [`The seller ${who} keeps ${value} of the land area.`],
    draft: (value, who) => [
      `The seller ${who} keeps ${value} of the land area.`,
      `It is stated that the seller ${who} keeps ${value} of the land area.`,
    ],
    wrong: (value, who) => [`The buyer ${who} keeps ${value} of the land area.`],
    value: percent,
    isYearly: false,
  },
)

const organizations = [
  'Calder Bank',
  'Northgate Pharmacy',
  'Lumen Freight',
  'Ostrander Mutual',
  'Pell Hardware',
  'Vantage Clinics',
]
const asides = [
  'Access from the interstate is good.',
  'The broker collects offers until the call for bids.',
  'A survey is available on request.',
  'The city approved the zoning.',
]

const aboutPassages = (dice: Dice): GeneratedDraft => {
  const year = dice.between(2021, 2025)
  const [who, rival] = dice.shuffled(organizations) as [string, string]
  const chosen = dice.pick(told)
  const others = dice.shuffled(told.filter((one) => one !== chosen)).slice(0, 3)
  const values = new Set<string>()
  const fresh = (make: (dice: Dice) => string): string => {
    for (;;) {
      const value = make(dice)
      if (values.has(value)) continue
      values.add(value)
      return value
    }
  }
  const value = fresh(chosen.value)
  const rivalValue = fresh(chosen.value)
  const sentence = dice.pick(chosen.document(value, who, String(year)))
  // The same of another year or of somebody else, where a document can say both.
  const beside = chosen.isYearly
    ? dice.pick(chosen.document(rivalValue, who, String(year - 1)))
    : chosen.document(rivalValue, rival, '').some((text) => text.includes(rival))
      ? dice.pick(chosen.document(rivalValue, rival, ''))
      : ''
  const passages: ClaimSource[] = [
    { id: 'p1', text: dice.shuffled([sentence, beside, dice.pick(asides)].filter((text) => text !== '')).join(' ') },
    {
      id: 'p2',
      text: others
        .map((one) => dice.pick(one.document(fresh(one.value), dice.pick(organizations.slice(2)), '2020')))
        .join(' '),
    },
  ]
  const isQuote = dice.chance(0.2)
  const text = isQuote ? `The file states: "${sentence}"` : dice.pick(chosen.draft(value, who, String(year)))
  const claim: Claim = { text, citations: ['p1'] }
  const say = (...of: Parameters<Told['draft']>): Claim => ({ text: dice.pick(chosen.draft(...of)), citations: ['p1'] })
  const mutated: { mutation: DraftMutation; claim: Claim }[] = [
    { mutation: 'value', claim: say(fresh(chosen.value), who, String(year)) },
    { mutation: 'entity', claim: { text: dice.pick(chosen.wrong(value, who, String(year))), citations: ['p1'] } },
    { mutation: 'citation', claim: { text, citations: dice.pick([['p2'], [], ['p7'], ['p1', 'p2']]) } },
    {
      mutation: 'quote',
      claim: {
        text: `The file states: "${dice.pick([sentence.replace(/\.$/, ' without reservation.'), 'The asset is unique.', `${sentence} It is certain.`])}"`,
        citations: ['p1'],
      },
    },
  ]
  if (beside !== '') mutated.push({ mutation: 'value', claim: say(rivalValue, who, String(year)) })
  if (text.includes(who)) mutated.push({ mutation: 'entity', claim: say(value, rival, String(year)) })
  if (chosen.isYearly)
    mutated.push({ mutation: 'period', claim: say(value, who, String(year + dice.pick([-1, 1, 2]))) })
  return { numbers: [], passages, claim, hasChips: false, mutated }
}

export const generateDraft = (dice: Dice): GeneratedDraft =>
  dice.chance(0.6) ? aboutNumbers(dice) : aboutPassages(dice)
