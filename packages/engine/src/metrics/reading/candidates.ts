import { formatCell, type Workbook, type WorkbookCell } from '@deal-canvas/workbook-reader'
import type { Model } from '../../calculate/model.ts'
import { placeOf } from '../catalogue/catalogue.ts'
import type { MetricKind } from '../catalogue/metric-kind.ts'
import type { DealType } from '../deal-type.ts'
import type { LabeledNumbers } from '../labeled-numbers.ts'
import { createLabelReader, type LabelMatch } from '../match-label.ts'
import { fullLabel } from '../measure-label.ts'
import { isPerPiece, metricValue } from '../metric-value.ts'
import { lookOf } from '../number-look.ts'
import { type HeadlineRule, isGrowth, type Period } from '../period.ts'
import { scaleIn } from '../scale.ts'
import { scaleOfLabels } from '../sheet-scale.ts'
import { createUses } from './cell-uses.ts'
import { columnRole } from './column-role.ts'
import { formulaRoles, tellOfFormulas } from './formula-role.ts'
import { impliedBy, isImplied, isLate } from './implied-columns.ts'
import { columnsOf } from './line-columns.ts'
import { isLookAlike } from './look-alikes.ts'
import { moreNames } from './more-names.ts'
import { namedCells } from './named-cells.ts'
import { saysOtherUnit } from './other-unit.ts'
import { sheetRole } from './sheet-role.ts'

const { possibleMatches } = createLabelReader(moreNames)

/** Evidence for or against a candidate, and its strength. */
export type Evidence = Map<string, number>

/** A candidate cell of a metric. */
export interface Candidate {
  readonly kind: MetricKind
  /** How certainly its label names the metric, 0 to 1. */
  readonly sureness: number
  readonly at: number
  readonly sheet: string
  readonly cell: string
  readonly row: number
  readonly column: number
  readonly rawLabel: string
  readonly rawValue: number
  readonly value: number | string
  readonly scale: number
  readonly period: { readonly label: string; readonly rule: HeadlineRule } | null
  /** The cell that it repeats, as `B4 Exit`; its own address if it repeats none. */
  readonly origin: string
  readonly evidence: Evidence
}

export interface Reading {
  readonly workbook: Workbook
  readonly model: Model | undefined
  readonly dealType: DealType
  /** For each sheet. */
  readonly lines: readonly (readonly LabeledNumbers[])[]
  /** The multiplier of amounts if nothing closer states one. */
  readonly commonScale: number | undefined
  readonly lastActualYear: number | undefined
}

/** Point-in-time figures, which a month's column shows as well as a year's. */
const ofAMoment = new Set([
  ...['mrr', 'arr', 'beginning_arr', 'cash_balance', 'customer_count', 'beginning_customers', 'total_debt'],
  ...['senior_debt', 'subordinated_debt', 'net_debt', 'loan_amount', 'total_leverage', 'net_leverage', 'unit_count'],
])
/** Metrics that only the model can state. */
const results = new Set([
  ...['dscr', 'levered_irr_pct', 'unlevered_irr_pct', 'gross_irr_pct', 'moic', 'equity_multiple', 'cash_on_cash_pct'],
  ...['interest_coverage', 'debt_yield_pct', 'yield_on_cost_pct'],
])
/** Metrics that a company has only in an acquisition. */
const ofADeal = new Set([
  ...['entry_multiple', 'exit_multiple', 'gross_irr_pct', 'moic', 'purchase_price', 'hold_period_months'],
  ...['total_leverage', 'net_leverage', 'exit_enterprise_value', 'exit_equity_value', 'exit_ebitda', 'exit_net_debt'],
  ...['sponsor_equity', 'total_uses', 'total_sources', 'transaction_fees', 'financing_fees'],
])
const ofEquity = new Set(['levered_irr_pct', 'equity_multiple', 'cash_on_cash_pct', 'gross_irr_pct', 'moic'])
const ofReturns = new Set([...ofEquity, 'equity_invested', 'unlevered_irr_pct'])
/** The returns of one of the partners are not those of the deal. */
const partnerWords =
  /\b(?:lps?|gps?|limited partners?|general partners?|developer|promote|waterfall|partnership|mezz\w*|pref(?:erred)?|class [ab]|management)\b/i
const unleveredWords =
  /\bun-?(?:levered|leveraged)\b|\bungeared\b|\b(?:property|asset|project)[- ]level\b|\bpre-?debt\b/i
const leveredWords = /\b(?:levered|leveraged|geared|equity)\b/i
const ofDebtLessCash = new Set(['net_debt', 'exit_net_debt'])
const dealWords = /\b(?:sponsor|lbo|leveraged buyout|sources (?:and|&) uses|moic|entry multiple|exit multiple)\b/i

type KindClass = 'growth' | 'exit' | 'moment' | 'flow' | 'rate' | 'property' | 'fixed'

const classOf = (kind: MetricKind): KindClass => {
  if (isGrowth(kind)) return 'growth'
  if (/exit|net_sale/.test(kind.key)) return 'exit'
  if (ofAMoment.has(kind.key)) return 'moment'
  if (!kind.series) return 'fixed'
  if (kind.domains.some((domain) => domain.startsWith('cre_')) && !kind.domains.includes('saas_growth'))
    return 'property'
  return kind.unit === 'currency' ? 'flow' : 'rate'
}

/** Words that make a number a bound, not a result. */
const limitWords =
  /\b(?:max(?:imum)?|min(?:imum)?|target(?:ed)?|required?|limit|covenant|hurdle|constraint|sizing|test|cap on)\b/i
const deductedWords = /^\s*(?:less|deduct|\(-\)|-|–|minus)\b/i
const shareWords = /\b(?:per|each|average|avg|mean|median)\b|\//i
const maxCandidates = 40
const isMarkedHalf = /semi|half[- ]?year|per half|quarterly|monthly|per month|per period/i

const isLastActual = ({ actual, year }: Period, lastActual: number | undefined): boolean =>
  lastActual === undefined ? actual === true : year === lastActual

/** "EBITDA Year 5", "FY30 Revenue Growth". */
const ofLaterYear = (label: string, lastActual: number | undefined): boolean => {
  const [, nth, fiscal] = /\b(?:(?:year|yr) ?(\d{1,2})|fy ?'?(\d{2}|20\d{2})[ef]?)\b/i.exec(label) ?? []
  if (nth !== undefined) return Number(nth) > 1
  return fiscal !== undefined && lastActual !== undefined && Number(fiscal) % 100 > (lastActual % 100) + 1
}

/** Sheets whose names say whose numbers they hold or what they are for. */
const tellingSheets = new Set(['peers', 'sensitivity', 'old', 'scenario', 'summary', 'returns'])
const isBeyond = (period: Period | undefined, lastActual: number | undefined): boolean =>
  period?.projected === true || (period?.year !== undefined && lastActual !== undefined && period.year > lastActual)

/** The candidate cells of metrics, with all evidence for and against them. */
export const findCandidates = (reading: Reading): Map<MetricKind, Candidate[]> => {
  const { workbook, model, dealType, lines, commonScale: common, lastActualYear: lastActual } = reading
  const hasFormulas = workbook.sheets.some(({ cells }) => cells.some(({ formula }) => formula !== undefined))
  const roles = workbook.sheets.map(({ name }) => sheetRole(name))
  const formulas = formulaRoles(workbook)
  const labelScales = lines.map(scaleOfLabels)
  const onlyPeers = roles.every((role) => role === 'peers')
  const isCompany = dealType.domain === 'pe_lbo' || dealType.domain === 'saas_growth'
  const isDeal =
    !isCompany ||
    lines.some((some) => some.some(({ label, heading }) => dealWords.test(label) || dealWords.test(heading)))
  const someScale = lines.some((some) => some.some(({ scale }) => scale !== undefined))
  const groups = new Map<MetricKind, Candidate[]>()
  const matched = new Map<string, LabelMatch[]>()
  const matchesOf = (label: string, heading: string): LabelMatch[] => {
    const key = `${label}\n${heading}`
    const found = matched.get(key) ?? possibleMatches(label, dealType.domain, heading)
    matched.set(key, found)
    return found
  }

  const consider = (
    at: number,
    line: LabeledNumbers,
    match: LabelMatch,
    column: ReturnType<typeof columnsOf>[number],
    isNamed: boolean,
  ): void => {
    const sheet = workbook.sheets[at]
    const cell: WorkbookCell | undefined = line.cells[column.at]
    if (sheet === undefined || cell === undefined || typeof cell.value !== 'number') return
    const { kind, sureness, by } = match
    const label = fullLabel(line)
    const said = `${line.label} ${line.unit} ${cell.format ?? ''}`
    const own = scaleIn(line.label) ?? scaleIn(line.unit) ?? line.scale ?? labelScales[at]
    if (saysOtherUnit(kind, label, lookOf(cell.format))) return
    const made = metricValue(kind, {
      raw: cell.value,
      look: lookOf(cell.format),
      said,
      amounts: own ?? common ?? 1,
      date1904: workbook.date1904,
    })
    if (made === undefined) return
    // A negative "Less: Net Debt" is added to the line below; so is an increase in working capital.
    const isTurned =
      (ofDebtLessCash.has(kind.key) && cell.value < 0) ||
      (kind.key === 'change_in_nwc' && !deductedWords.test(line.label))
    const sign = isTurned && formulas.isAddedBelow(sheet.name, cell) ? -1 : 1
    const period: Period | undefined = line.periods[column.at]
    const head = line.heads[column.at] ?? ''
    const kindClass = classOf(kind)
    const isShort =
      period?.span === 'month' ||
      period?.span === 'quarter' ||
      period?.span === 'half' ||
      /(?:\/|\bper) ?(?:month|quarter)\b/i.test(said)
    const evidence: Evidence = new Map()
    const tell = (name: string, amount: number | boolean = 1): void => {
      if (amount !== false && amount !== 0) evidence.set(name, amount === true ? 1 : amount)
    }
    tell('label', Math.log(sureness))
    tell('by_heading', by === 'heading')
    tell('extra_words', match.extraWords ?? 0)
    tell('missing_words', match.missingWords ?? 0)
    tell('foreign', match.isForeign === true)
    tell('fit', Math.log(made.fit))
    tell('named_cell', isNamed)
    tell('below', line.side === 'below')
    tell('hidden', sheet.hidden)
    tell('zero', cell.value === 0)
    const role = roles[at]
    if (role !== undefined && tellingSheets.has(role)) tell(`sheet_${role}`, !(onlyPeers && role === 'peers'))
    tell('input_among_inputs', role === 'inputs' && kind.formula === null)
    // If nothing is computed, a summary was typed from the inputs.
    tell('input_on_summary', role === 'summary' && kind.formula === null && !hasFormulas)
    tell('result_among_inputs', role === 'inputs' && kind.formula !== null)
    const headed = line.heading === '' ? undefined : sheetRole(line.heading)
    tell('aside_heading', headed === 'peers' || headed === 'sensitivity' || headed === 'scenario' || headed === 'old')
    const place = `${sheet.name} ${line.heading} ${label}`
    tell('of_partner', ofReturns.has(kind.key) && partnerWords.test(place))
    tell('unlevered_place', ofEquity.has(kind.key) && unleveredWords.test(place))
    tell('levered_place', kind.key === 'unlevered_irr_pct' && leveredWords.test(place))
    tell('no_deal', ofADeal.has(kind.key) && !isDeal)
    const isTyped = cell.formula === undefined && hasFormulas
    tell('typed_result', isTyped && results.has(kind.key))
    tell('typed_derived', isTyped && kind.formula !== null && !results.has(kind.key))
    // A number typed over a formula of the summary is not maintained.
    tell('typed_on_summary', isTyped && role === 'summary')
    tell(
      'computed_input',
      kind.formula === null && cell.formula !== undefined && (!kind.series || kind.unit !== 'currency'),
    )
    tell('limit_word', limitWords.test(line.label))
    tell('look_alike', isLookAlike(kind.key, label))
    tell('piece_word', shareWords.test(line.label) && kind.unit === 'currency' && !isPerPiece(kind.key))
    const isTimely = kind.series && kindClass !== 'exit' && kindClass !== 'property'
    tell('of_last_actual', isTimely && period?.span === 'year' && isLastActual(period, lastActual))
    const isOfTheEnd = kindClass === 'exit' || kind.key.includes('terminal')
    tell('later_year', ofLaterYear(line.label, lastActual) && !isOfTheEnd)
    tell('short_rate', isMarkedHalf.test(line.label) && !/month|mrr/.test(kind.key))
    tell('short_period', isShort && kind.series && !ofAMoment.has(kind.key))
    tell('no_scale', kind.unit === 'currency' && own === undefined && common === undefined && someScale)
    tell('scale_of_others', kind.unit === 'currency' && own === undefined && common !== undefined)
    tell('negative', cell.value < 0 && kind.sign === 'positive')
    tell('deducted', deductedWords.test(line.label))
    if (line.cells.length > 1) {
      tell('unnamed_columns', period === undefined)
      tell('list_below', line.side === 'below' && period === undefined)
      if (isImplied(column.relation)) tell(column.relation)
      else if (column.relation !== 'headline') {
        tell('aside')
        tell('aside_of_time', period !== undefined)
        tell('aside_moment', kindClass === 'moment')
        tell('aside_growth', kindClass === 'growth')
        tell('aside_fixed', kindClass === 'fixed')
        tell('total', column.relation === 'total')
        tell('last_of_all', column.relation === 'last' && period !== undefined)
        tell('last_unnamed', column.relation === 'last' && period === undefined && line.cells.length > 2)
        tell('next_year', column.relation === 'next_year')
        tell('closing_column', column.relation === 'closing' && kindClass === 'moment')
        tell('first_year', column.relation === 'first_year')
        tell('year_before', column.relation === 'year_before')
        tell('last_month_moment', column.relation === 'last' && isShort && kindClass === 'moment')
      }
      tell('beyond_actual', isBeyond(period, lastActual) && (kindClass === 'flow' || kindClass === 'moment'))
      const columnIs = period === undefined && !isImplied(column.relation) ? columnRole(head) : undefined
      if (columnIs !== undefined) tell(`head_${columnIs}`, !(columnIs === 'per_piece' && kind.unit !== 'currency'))
    } else {
      tell('late_column', isLate(line) && kindClass !== 'exit')
      const labelYear = Number(/\b(?:19|20)\d{2}/.exec(line.label)?.[0])
      tell('beyond_actual', labelYear > (lastActual ?? 9999) && (kindClass === 'flow' || kindClass === 'moment'))
      tell('alone')
      if (isImplied(column.relation)) tell(column.relation)
      tell('alone_fixed', kindClass === 'fixed' || kindClass === 'exit')
    }
    const group = groups.get(kind) ?? []
    group.push({
      kind,
      sureness,
      at,
      sheet: sheet.name,
      cell: formatCell(cell),
      row: cell.row,
      column: cell.column,
      rawLabel: line.label.trim(),
      rawValue: cell.value,
      value: typeof made.value === 'number' ? made.value * sign : made.value,
      scale: made.scale * sign,
      period:
        period === undefined ? null : { label: period.label, rule: column.rule ?? ('chosen' satisfies HeadlineRule) },
      origin: formulas.originOf(sheet.name, formatCell(cell)).place,
      evidence,
    })
    groups.set(kind, group)
  }

  const considerLine = (at: number, line: LabeledNumbers, isNamed: boolean): void => {
    for (const match of matchesOf(fullLabel(line), line.heading)) {
      for (const column of columnsOf(match.kind, line, lastActual)) consider(at, line, match, column, isNamed)
      for (const { kind, at: column, relation } of impliedBy(match, line, isDeal))
        consider(at, line, { ...match, kind }, { at: column, rule: undefined, relation }, isNamed)
    }
  }
  lines.forEach((some, at) => {
    for (const line of some) considerLine(at, line, false)
  })
  for (const { at, line } of namedCells(workbook)) considerLine(at, line, true)

  forgiveWhereAllAreBeyond(groups)
  tellOfMissingPeriods(groups)
  tellOfOthers(groups)
  tellOfFormulas(groups, formulas)
  correctScales(groups)
  const usesOf = createUses(model)
  for (const [kind, group] of groups) {
    const likely = atOnePlaceOnce(group).toSorted(bySureness).slice(0, maxCandidates)
    groups.set(kind, likely)
    const surest = likely[0]?.sureness ?? 0
    for (const candidate of likely) {
      const above = new Set(
        likely
          .filter(
            ({ at, row, sureness }) =>
              at === candidate.at && row < candidate.row && sureness >= candidate.sureness - 0.05,
          )
          .map(({ row }) => row),
      ).size
      if (above > 0) candidate.evidence.set('later_on_sheet', Math.log1p(above))
      if (surest > candidate.sureness) candidate.evidence.set('surer_label_elsewhere', surest - candidate.sureness)
      const same = likely.filter((rival) => rival !== candidate && isSame(rival.value, candidate.value))
      if (same.length > 0) candidate.evidence.set('said_twice', Math.log(1 + same.length))
      if (same.some(({ at }) => at !== candidate.at)) candidate.evidence.set('said_on_two_sheets', 1)
      if (usesOf === undefined) continue
      const uses = usesOf(candidate.at, candidate)
      if (uses === 0) candidate.evidence.set(kind.formula === null ? 'unused_input' : 'unused', 1)
      else candidate.evidence.set('uses', Math.min(Math.log(uses), 4))
    }
  }
  // Summed in catalog order: the order of the sheets would change the last digits.
  return new Map([...groups].sort(([a], [b]) => placeOf(a.key) - placeOf(b.key)))
}

/** A valuation shows only future years: if no candidate is actual, none is worse for it. */
const forgiveWhereAllAreBeyond = (groups: ReadonlyMap<MetricKind, readonly Candidate[]>): void => {
  for (const group of groups.values()) {
    const surest = Math.max(...group.map(({ sureness }) => sureness))
    const isBehind = (candidate: Candidate): boolean =>
      candidate.sureness < surest - 0.2 || candidate.evidence.has('beyond_actual')
    if (group.every(isBehind)) for (const { evidence } of group) evidence.delete('beyond_actual')
  }
}

/** Next to numbers of the last actual year, those of an unknown year are doubtful. */
const tellOfMissingPeriods = (groups: ReadonlyMap<MetricKind, readonly Candidate[]>): void => {
  for (const group of groups.values())
    if (group.some(({ evidence }) => evidence.has('of_last_actual')))
      for (const { evidence, period } of group) if (period === null) evidence.set('of_no_year', 1)
}

/** Amounts in thousands are not in billions. */
const maxInThousands = 1e9
const minWronglyScaled = 3

/** Ignores the scale of sheets that say "in thousands" above amounts that are written out. */
const correctScales = (groups: Map<MetricKind, Candidate[]>): void => {
  const wrong = new Map<number, Set<MetricKind>>()
  for (const [kind, group] of groups)
    for (const { at, scale, rawValue } of group)
      if (kind.unit === 'currency' && Math.abs(scale) >= 1_000 && Math.abs(rawValue) >= maxInThousands)
        wrong.set(at, (wrong.get(at) ?? new Set()).add(kind))
  for (const [kind, group] of groups)
    if (kind.unit === 'currency')
      groups.set(
        kind,
        group.map((candidate) =>
          (wrong.get(candidate.at)?.size ?? 0) >= minWronglyScaled && Math.abs(candidate.scale) >= 1_000
            ? {
                ...candidate,
                scale: Math.sign(candidate.scale),
                value: candidate.rawValue * Math.sign(candidate.scale),
              }
            : candidate,
        ),
      )
}

/** Marks cells whose label names another metric more certainly: "Net Debt / EBITDA" is not the total leverage. */
const tellOfOthers = (groups: ReadonlyMap<MetricKind, readonly Candidate[]>): void => {
  const surest = new Map<string, number>()
  const addressOf = ({ cell, sheet }: Candidate): string => `${cell} ${sheet}`
  const all = [...groups.values()].flat()
  for (const candidate of all)
    surest.set(addressOf(candidate), Math.max(surest.get(addressOf(candidate)) ?? 0, candidate.sureness))
  for (const candidate of all) {
    const ahead = (surest.get(addressOf(candidate)) ?? 0) - candidate.sureness
    if (ahead > 0) candidate.evidence.set('label_of_another', ahead)
  }
}

export const isSame = (a: number | string, b: number | string): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) <= Math.abs(b) * 1e-6 : a === b

/** By how certainly the label names it; ties by headline, then by position, independent of the order of the sheets. */
export const bySureness = (a: Candidate, b: Candidate): number =>
  b.sureness - a.sureness || Number(isAside(a)) - Number(isAside(b)) || byPlace(a, b)

/** Whether it is in another column than the headline of its line. */
export const isAside = ({ evidence }: Pick<Candidate, 'evidence'>): boolean => evidence.has('aside')

export const byPlace = (a: Candidate, b: Candidate): number =>
  (a.sheet === b.sheet ? 0 : a.sheet < b.sheet ? -1 : 1) || a.column - b.column || a.row - b.row

/** A cell with two labels, such as one on the left and one above, is listed once, by the more certain one. */
const atOnePlaceOnce = (group: readonly Candidate[]): Candidate[] => {
  const places = new Map<string, Candidate>()
  for (const candidate of group) {
    const place = `${candidate.cell} ${candidate.sheet}`
    const known = places.get(place)
    if (known === undefined || bySureness(candidate, known) < 0) places.set(place, candidate)
  }
  return [...places.values()]
}
