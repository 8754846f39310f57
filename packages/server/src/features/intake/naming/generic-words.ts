import { metricCatalogue } from '@deal-canvas/engine'
import { withoutEnds } from './without-ends.ts'

/** Words that name documents, sheets and columns: they start or end a title without being part of a name. */
const titleWords = new Set(
  `3-statement 3statement 3stmt abstract abstracts acquisition advanced analyses analysis analyzer and annual appendix
  assessment assumption assumptions audit balance base basic blank bridge budget budgeting build business buyout bs ca cagr
  calc calculate calculating calculation calculations calculator case cases cash cashflow cashflows cba cca cf chart charts
  checks cim clean combined committee comparable comparables comparison comps confidential consolidated consolidation
  contents copy cover credit criteria current dashboard data dated dcf debt decision detail detailed details disclaimer
  discounted draft drafts drivers economics equity estimate estimates example excel executive exercise exhibit exit export
  feasibility file final finance financial financials flow flows for forecast forecasting forecasts form forma from full
  general guide highlights historic historical history home ic im implied income index info information input inputs
  instruction instructions internal intrinsic interview intro introduction investment investor irr is key lbo lease legend
  lesson leverage leveraged list lite log loi lp main master material memo memorandum menu merger metrics mini-perm model
  modeler modeling modelling models monthly navigation new noi note notes of offering official old om operating outline
  output outputs overview p&l page pitch plan planning practice preliminary presentation pro profile proforma programming
  projected projection projections quarterly quick rationale readme reference relative rent report research restricted returns
  review revised roll rough s&u sample scenario scenarios schedule schedules screening section sensitivities sensitivity
  settings setup sheet sheets simple sources spreadsheet stage start statement statements stock strategy strictly structure
  subject summary supporting t12 t-12 tab table teaser template test three three-statement to tool tracker transaction
  trading underwriting unit updated us use user uses v valuation valuations version wacc waterfall welcome wip with work
  workbook working worksheet xls xlsm xlsx ytd`.split(/\s+/),
)

/** Words that can be part of a name but do not make one: types of companies and assets, and parts of a model. */
const kindWords = new Set(
  `accelerator account accounts accounting actual actuals address adjust adjusted airbnb airline am amount amounts apartment
  apartments app area ask asset assets author auto average back bank beta bid bonds borrower building by capital cell cells
  change click client code color colour column commercial commercials company companies complete components construction
  contact contract contracts corporate corporation country created creation currency customer customers date dates day days
  deal definition department depreciation description developer development discount dividend draw driver due e ebit ebitda
  em email employee employees ending energy enter enterprise entity entry ev expense expenses extra facility family farm
  field fields first fiscal fixed formula fund funds fv generation go growth hello hotel hotels house housing in industrial
  industry initial inception issuer item items label labels land last latest ledger legal lender level line link links loan
  loans location logo long ltm management manager market marketing menu million millions thousands billions crores lakhs
  modified month months mortgage multi-family multifamily multiple multiples n/a name names national net next no none number
  numbers office offices on operation operational operations organization other others out owner ownership particular
  particulars parties partner partners party payment pe people per percent performance period periods person personal phase
  plant portfolio position powered premium prepared present price prices pricing primary print private process product
  products profit project projects properties property public purchase purpose pv quarter question questions range rate
  rates ratio ratios raw real-estate real estate region renewable rental residential result results retail return revenue
  reviewed reviewer risk rmbs rows saas sale sales sector segment seller self select selected self-storage senior serial
  series service services share shares short single single-family size site solar source spac spread sr standalone startup
  start-up state status storage structured students style submarket subtotal supply symbol system systems target tax team
  technology term terms the this ticker tickers ticket time timeline timing title today total totals type types unlevered
  levered updates utility value values variable variables venture view volume warehouse wind year years yes your architecture
  aud cad chf cny cr eur gbp inr jpy mm mn mwp mw kwh usd rs sgd agreement allocation coaching control curve design editable evaluation forward fp&a fpa gas
  license licence manufacturing notation notations oil optimization panel parameter parameters pool program programme
  refinery sofr libor euribor technical analytics consultant distribution overall proj score starting add value-add duration town round issuance acquirer acquiror hold buy matrix traffic city address street hkd ngn zar brl sq ft sf sqft psf
  jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday q1 q2 q3 q4 h1 h2 fy
  accretion accretive dilution dilutive cap caps column1 cost costs expected ipo irr moic npv upside downside bull bear low
  high mid book latest enabled disabled true false tbd xxx abc untitled unnamed document presentation1 document1`.split(
    /\s+/,
  ),
)

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s/_,;:|()[\]{}"“”'’‘*#+=<>•·…]+/u)
    .map((word) => withoutEnds(word, '.-–—&!?'))
    .filter((word) => word !== '')

/** All words in metric labels and synonyms. */
const metricWords = new Set(
  metricCatalogue.flatMap(({ label, synonyms, ambiguous }) => [label, ...synonyms, ...ambiguous].flatMap(wordsOf)),
)

/** Numbers, versions, years and single letters are never names. */
const isMark = (word: string): boolean =>
  !/\p{L}{2}/u.test(word) ||
  /^(?:v|ver|rev|fy|cy|year|yr|month|sheet|table|column|book|version|draft|page|note|q|h|t)\.?\d+[ae]?$/.test(word)

export const isTitleWord = (word: string): boolean => {
  const [bare = ''] = wordsOf(word)
  return bare === '' || isMark(bare) || titleWords.has(bare)
}

export const isGenericWord = (word: string): boolean =>
  isMark(word) ||
  titleWords.has(word) ||
  kindWords.has(word) ||
  metricWords.has(word) ||
  // Compound words such as "loan-to-value" and "income/expense".
  (word.includes('-') && word.split('-').every((part) => part === '' || isGenericWord(part)))

/** Whether no word of a text can be a name, as in metric labels, headings, instructions, units and dates. */
export const isGeneric = (text: string): boolean => wordsOf(text).every(isGenericWord)
