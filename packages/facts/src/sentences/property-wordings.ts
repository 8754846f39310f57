import { loanWordings } from './loan-wordings.ts'
import type { Wording } from './wordings.ts'

const currency = { unit: 'currency', measure: 'currency' } as const
const percent = { unit: 'percentage_points', measure: 'percent' } as const
const months = { unit: 'months', measure: 'duration' } as const

/** What the words around a number say it is, where no name of the metric stands next to it: offers and prices. */
const prices: readonly Wording[] = [
  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    before:
      /\b(?:acquire|purchase|buy|acquiring|purchasing|buying|sell) (?:all of |# of )?(?:the|this|your|our) [\p{L} ]{3,60} (?:for|at)(?: a (?:purchase )?price of| a total of)?$/u,
  },
  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    before: /\b(?:our|the|this) (?:offer|bid|proposal) (?:is|of|at|remain|stand at|come in at)(?: for)?$/,
  },
  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    before: /\b(?:buyer|purchaser) (?:shall|will|agree to|to) pay(?: to)?(?: the)?(?: seller)?(?: a total of)?$/,
  },
]

const guidance: readonly Wording[] = [
  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    before:
      /\bseller (?:want|ask|seek|expect|hope for|is asking|is seeking)(?: for)?$|\b(?:we|party|parties|both side)(?: have| has)? (?:agree|agreed|settle|settled) (?:on|at|to)(?: a price of)?$/,
    min: 100_000,
  },
  {
    ...percent,
    key: 'rent_growth_pct',
    term: 'Rent Growth',
    before: /(?:^|[,:(/] )(?:market |annual )?rent$/,
    around: /\bgrowth\b/,
    max: 15,
  },
  {
    ...percent,
    key: 'expense_growth_pct',
    term: 'Expense Growth',
    before: /(?:^|[,:(/] |and )(?:operating |annual )?(?:expense|opex)$/,
    around: /\bgrowth\b/,
    max: 15,
  },

  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    before: /\b(?:we|buyer|purchaser|sponsor)(?: \p{L}+){0,4} pay(?: you| up to)?$/u,
    notAround: /\b(?:month|rent|fee|broker|deposit|tax|annual)\b/,
    min: 100_000,
  },
  {
    unit: 'square_feet',
    measure: 'area',
    key: 'rentable_sf',
    term: 'Rentable Square Feet',
    before:
      /\b(?:building|property|facility|center|centre|warehouse|asset|community|complex|campus|park|portfolio|project) (?:total|contain|comprise|offer|measure|span|encompass|has|is|of|with)(?: a total of| approximately| about)?$/,
    notAround: /\b(?:vacant|expansion|land|site area|suite|tenant|lease)\b/,
    min: 5_000,
  },

  {
    ...currency,
    key: 'purchase_price',
    term: 'Purchase Price',
    per: 'none',
    after: /^(?:guidance|ask|asking|price|purchase price|pricing|whisper)\b/,
    min: 100_000,
  },
]

const rents: readonly Wording[] = [
  {
    ...currency,
    key: 'in_place_rent_per_unit',
    term: 'In-place Rent',
    per: 'month',
    before: /\b(?:resident|tenant|renter|household) (?:currently |now )?pay$/,
    after: /^on average\b/,
  },
  {
    ...currency,
    key: 'in_place_rent_psf',
    term: 'In-place Rent',
    per: 'area',
    before: /\btenant (?:currently |now )?pay(?: an average of)?$/,
    around: /\baverage\b/,
  },
  {
    ...currency,
    key: 'market_rent_psf',
    term: 'Market Rent',
    per: 'area',
    before: /\bmarket(?: rate| level)?(?:,? (?:which|now) (?:is|stand))? (?:at|of|is)$/,
  },
  {
    ...currency,
    key: 'in_place_rent_per_unit',
    term: 'In-place Rent',
    per: 'month',
    before:
      /\baverage (?:apartment|unit|home|resident|tenant|lease|household) (?:currently |now )?(?:rent|lease|pay|go)(?: for| at| out at)?$/,
  },
  {
    ...currency,
    key: 'rent_premium_per_unit',
    term: 'Renovation Rent Premium',
    per: 'any',
    before:
      /\b(?:renovated|finished|upgraded|remodeled|completed|improved|updated) (?:apartment|unit|home|interior)[\p{L} ]{1,40}$/u,
    after: /^(?:more|higher|above|over|in excess)\b/,
  },
]

const interiors =
  /\b(?:renovat\w{1,5}|interior|upgrade|upgrading|upgraded|rehab|remodel\w{0,3}|refresh\w{0,2}|quartz|flooring|appliance|counter|countertop|cabinet|vanity|finish)\b/
const works: readonly Wording[] = [
  {
    ...currency,
    key: 'renovation_cost_per_unit',
    term: 'Renovation Cost per Unit',
    per: 'unit',
    before: /\b(?:budget|estimate|cost|spend|spending|invest|investing|plan|allow|assume|underwrite|at|of|for|,|\()$/,
    around: interiors,
    notAround: /\bpremium|rent|more|price|expense|reserve|insurance|tax\b/,
    min: 1_000,
  },
  {
    ...currency,
    key: 'renovation_budget',
    term: 'Renovation Budget',
    per: 'none',
    before: /\b(?:call for|budget|budgeted|plan|invest|spend|include|of|for)$/,
    after: /^(?:of|in|for|on) (?:\p{L}+ )?(?:renovation|interior upgrade|unit upgrade|capital improvement)\b/u,
    notAround: /\b(?:seller|owner|ownership|since|already|has|have|had|spent|invested)\b/,
  },
]

const ofIncome = /^of (?:the )?(?:egi|effective gross (?:income|revenue)|total income|revenue|income|collection)\b/
const shares: readonly Wording[] = [
  {
    ...percent,
    key: 'expense_ratio_pct',
    term: 'Expense Ratio',
    before:
      / (?:run|running|represent|representing|equal|at|are|is|were|consume|take|or|\()(?: at)?(?: about| roughly)?$/,
    around: /\b(?:expense|opex|operating cost)/,
    after: ofIncome,
    notAround: /\b(?:management|fee|reserve|tax)\b/,
  },
  {
    ...currency,
    key: 'real_estate_taxes',
    term: 'Real Estate Taxes',
    per: 'none',
    before:
      /(?:^|[,(:] |\band |\bproperty |\breal estate )tax (?:ran|run|running|came to|come to|were|are|of|at|total|totaled)$/,
    notAround: /\b(?:income tax|transfer tax|sale tax|deferred|tax abatement|saving|federal|cash tax|unpaid)\b/,
    min: 1_000,
  },
  {
    ...percent,
    key: 'rollover_24m_pct',
    term: 'Rollover within 24 Months',
    after:
      /^of (?:the )?(?:\p{L}+ ){1,5}(?:roll|expire|mature|rolling|expiring)(?: over)? (?:within|in|over|during) (?:the )?(?:next |first |coming )?(?:#|two year|24 month)/u,
    around: /\b(?:roll|expire|mature|rolling|expiring)\b/,
    horizon: 24,
  },
  {
    ...percent,
    key: 'rollover_24m_pct',
    term: 'Rollover within 24 Months',
    before:
      /\b(?:within|in|over|during) (?:the )?(?:next |first |coming )?#,? (?:lease (?:for|covering|representing|on) )$/,
    after: /^of (?:the )?(?:\p{L}+ ){1,5}(?:roll|expire|mature)\b/u,
    horizon: 24,
  },
  {
    ...percent,
    key: 'rollover_24m_pct',
    term: 'Rollover within 24 Months',
    before: /\b(?:rollover|expiration)\b[^.]{0,40}(?: is| of| at| :|:| total)?$/,
    around: /\b(?:within|in|over|during) (?:the )?(?:first |next |coming )?#/,
    horizon: 24,
  },
  {
    ...percent,
    key: 'renewal_probability_pct',
    term: 'Renewal Probability',
    after: /^of (?:the )?(?:in place |existing )?(?:tenant|lease) (?:are |is )?(?:\p{L}+ ){0,2}(?:to )?renew\b/u,
  },
  {
    ...percent,
    key: 'leasing_commission_pct',
    term: 'Leasing Commissions',
    before: /\bleasing commission(?: rate)? (?:of|are|at|is)$/,
  },
]

const exits: readonly Wording[] = [
  {
    ...percent,
    key: 'interest_rate_pct',
    term: 'Interest Rate',
    after: /^(?:fixed )?for # ?(?:,|with|and|$|fixed|interest)/,
    around: /\b(?:loan|ltv|lend|lender|bank|debt|treasury|amortization|io)\b/,
    notAround: /\b(?:growth|pref|preferred|rent|commission|increase|escalation)\b/,
    max: 15,
  },

  {
    ...percent,
    key: 'unlevered_irr_pct',
    term: 'Unlevered IRR',
    isSure: true,
    after: /^(?:unlevered|unleveraged)(?! and levered)\b/,
    around: /\birr\b/,
  },
  {
    ...percent,
    key: 'levered_irr_pct',
    term: 'Levered IRR',
    isSure: true,
    after: /^(?:levered|leveraged)\b/,
    around: /\birr\b/,
  },

  {
    unit: 'percentage_points',
    measure: 'percent',
    key: 'exit_cap_rate_pct',
    term: 'Exit Cap Rate',
    isSure: true,
    after: /^(?:on |at )?(?:exit|terminal|reversion|residual|going out)\b/,
    around: /\bcap\b/,
  },
  {
    unit: 'percentage_points',
    measure: 'percent',
    key: 'going_in_cap_rate_pct',
    term: 'Going-in Cap Rate',
    isSure: true,
    after: /^(?:going in|at entry|on entry|at acquisition|day one)\b/,
    around: /\bcap\b/,
  },
]

const income: readonly Wording[] = [
  {
    ...months,
    key: 'walt_months',
    term: 'WALT',
    after: /^(?:of )?(?:weighted )?average (?:remaining )?(?:lease )?term\b/,
  },
  {
    ...months,
    key: 'walt_months',
    term: 'WALT',
    before:
      /\b(?:remaining|unexpired) (?:lease )?term (?:average|averaging|of|is|is weighted at|weighted by \p{L}+ (?:is|of))$/u,
    around: /\b(?:average|averaging|weighted)\b/,
  },
  {
    ...currency,
    key: 'equity_invested',
    term: 'Equity',
    per: 'none',
    before:
      /\b(?:need|require|requiring|contribute|contributing|raise|raising|invest|investing|with|commit|totaling|of)$/,
    after: /^(?:of|in) (?:new |total |cash |common |lp |sponsor |required )?equity\b/,
    notAround: /\b(?:mezzanine|preferred equity)\b/,
    min: 100_000,
  },
]

export const propertyWordings: readonly Wording[] = [
  ...prices,
  ...guidance,
  ...rents,
  ...works,
  ...shares,
  ...loanWordings,
  ...exits,
  ...income,
]
