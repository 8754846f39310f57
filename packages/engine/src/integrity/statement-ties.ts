import { findingMessages as messages } from '../messages/findings.ts'
import type { Check } from './check.ts'
import type { Slip } from './finding.ts'
import { fundingTables } from './funding-tables.ts'
import type { Entry, Inspection } from './inspection.ts'
import { areaOfPlace, groupBy, rectangles } from './rectangles.ts'
import { likeliestByKey, type SureMetric } from './sure-metrics.ts'
import { periodsByColumn } from './timelines.ts'
import { formatNumber } from './wording.ts'

const beyondRounding = (a: number, b: number): boolean =>
  Math.abs(a - b) > Math.max(0.01, 5e-4 * Math.max(Math.abs(a), Math.abs(b)))

/** Limit of rows, so that a file with nothing but such rows does not take hours. */
const maxRows = 2_000
const withValues = (entries: readonly Entry[], form: RegExp): Entry[] =>
  entries.filter(({ label, values }) => values.length > 0 && form.test(label)).slice(0, maxRows)

/** The entry on the same sheet that is closest to another. */
const closest = (entry: Entry, others: readonly Entry[]): Entry | undefined =>
  others
    .filter(({ sheet }) => sheet === entry.sheet)
    .reduce<Entry | undefined>(
      (best, other) =>
        best === undefined || Math.abs(other.row - entry.row) < Math.abs(best.row - entry.row) ? other : best,
      undefined,
    )

const sourcesTotal = /^(?:total sources|sources total|total sources of (?:funds|cash|capital|funding))$/
const usesTotal = /^(?:total uses|uses total|total uses? of (?:funds|cash|capital|funding))$/

type Amount = Entry['values'][number]
const maxApart = 2

/** The amounts by which two totals can be compared: of one column, or the first amounts of two tables side by side. */
const amountsOf = (left: Entry, right: Entry): [Amount, Amount] | undefined => {
  const isAmount = ({ value }: Amount): boolean => Math.abs(value) > 1
  const [first, second] = [left.values.filter(isAmount), right.values.filter(isAmount)]
  const shared = first.flatMap((amount) => {
    const own = second.find(({ column }) => column === amount.column)
    return own === undefined ? [] : [[amount, own] as [Amount, Amount]]
  })
  // Amounts per square foot or unit are next to the sums of money.
  const largest = shared.reduce<[Amount, Amount] | undefined>(
    (best, pair) => (best === undefined || Math.abs(pair[0].value) > Math.abs(best[0].value) ? pair : best),
    undefined,
  )
  if (largest !== undefined) return shared.find(([a, b]) => a.value === b.value) ?? largest
  const [a, b] = [first[0], second[0]]
  if (left.row !== right.row || a === undefined || b === undefined) return undefined
  // Side by side, the columns can have other units, such as dollars per square foot.
  return Math.max(a.value / b.value, b.value / a.value) <= maxApart ? [a, b] : undefined
}

/** Compares total sources with total uses. */
export const sourcesAndUses: Check = (inspection) => {
  const { entries, metrics, nameOf } = inspection
  const known = likeliestByKey(metrics)
  const [sources, uses] = [known.get('total_sources'), known.get('total_uses')]
  const labeled = withValues(entries, usesTotal)
  const fromLabels = withValues(entries, sourcesTotal).flatMap((entry) => {
    const other = closest(entry, labeled)
    const amounts = other === undefined ? undefined : amountsOf(entry, other)
    if (other === undefined || amounts === undefined) return []
    const [sourcesAmount, usesAmount] = amounts
    return [
      {
        place: { ...entry, column: sourcesAmount.column },
        sources: sourcesAmount.value,
        uses: usesAmount.value,
        other: { ...other, column: usesAmount.column },
        restsOn: [] as SureMetric[],
      },
    ]
  })
  const reportedRows = new Set(fromLabels.map(({ place }) => `${place.sheet} ${place.row}`))
  const fromTables = fundingTables(inspection)
    .filter((table) => !reportedRows.has(`${table.sources.sheet} ${table.sources.row}`))
    .map((table) => ({
      place: table.sources,
      sources: table.sources.value,
      uses: table.uses.value,
      other: table.uses,
      restsOn: [] as SureMetric[],
    }))
  const stated = [...fromLabels, ...fromTables]
  // Totals with explicit labels need no mapping.
  const pairs =
    stated.length > 0 || sources === undefined || uses === undefined
      ? stated
      : [{ place: sources, sources: sources.value, uses: uses.value, other: uses, restsOn: [sources, uses] }]
  if (pairs.length === 0) return undefined
  return pairs
    .filter(
      (pair) => Math.abs(Math.abs(pair.sources) - Math.abs(pair.uses)) > Math.max(1, 0.0001 * Math.abs(pair.uses)),
    )
    .map(
      (pair): Slip => ({
        check: 'sources_ne_uses',
        message: messages.sourcesDiffer({
          sources: formatNumber(pair.sources),
          place: nameOf(pair.place),
          uses: formatNumber(pair.uses),
          otherPlace: nameOf(pair.other),
        }),
        areas: [areaOfPlace(pair.place)],
        restsOn: pair.restsOn,
      }),
    )
}

const bothSides =
  /^total (?:liabilities and (?:(?:share|stock)?(?:holders?|owners?) ?)?(?:equity|funds|capital)|equity and liabilities|liabilities and net worth|liabilities and partners capital)$/

/** Compares assets with liabilities and equity, period by period. */
export const balanceSheets: Check = ({ entries, isTyped, nameOf }) => {
  const others = withValues(entries, bothSides)
  const pairs = withValues(entries, /^total assets$/).flatMap((assets) => {
    const other = closest(assets, others)
    return other === undefined
      ? []
      : [{ assets, against: other, other: new Map(other.values.map(({ column, value }) => [column, value])) }]
  })
  if (pairs.length === 0) return undefined
  return pairs.flatMap(({ assets, against, other }): Slip[] => {
    const { sheet, row } = assets
    const wrong = assets.values.filter(({ column, value }) => beyondRounding(value, other.get(column) ?? value))
    const [first, another] = wrong
    if (first === undefined) return []
    // A typed number next to computed ones is not a period but, for instance, a line number.
    const isOfPeriod = ({ column }: Amount): boolean => !isTyped(sheet, row, column)
    const others = assets.values.filter((value) => value !== first)
    if (another === undefined && !isOfPeriod(first) && others.filter(isOfPeriod).length > 2) return []
    return [
      {
        check: 'balance_sheet_unbalanced',
        message: messages.balanceSheetDiffers({
          assets: formatNumber(first.value),
          place: nameOf({ sheet, row, column: first.column }),
          other: formatNumber(other.get(first.column) ?? 0),
          otherPlace: nameOf({ ...against, column: first.column }),
          wrong: wrong.length,
          periods: assets.values.length,
        }),
        areas: rectangles(wrong.map(({ column }) => ({ sheet, row, column }))),
      },
    ]
  })
}

const endingCash =
  /^(?:ending|closing) cash(?: and cash equivalents| balance| position)?$|^cash (?:and cash equivalents )?(?:at )?(?:the )?end of (?:the )?(?:period|year)$/
const cashHeld = /^(?:total )?cash(?: and (?:cash )?equivalents| and bank(?: balances?)?| balance)?$/

/** Compares the ending cash of the cash flow with cash on the balance sheet. */
const cashSlips = (inspection: Inspection): { seen: boolean; slips: Slip[] } => {
  const { entries, nameOf } = inspection
  const balanceSheetRows = new Set(withValues(entries, /^total assets$/).map(({ sheet }) => sheet))
  const held = withValues(entries, cashHeld).find(
    ({ sheet, values }) => balanceSheetRows.has(sheet) && values.length > 1,
  )
  const ends = withValues(entries, endingCash).filter(({ values }) => values.length > 1)
  if (held === undefined || ends.length === 0) return { seen: false, slips: [] }
  const periodsOf = new Map([held, ...ends].map(({ sheet }) => [sheet, periodsByColumn(inspection, sheet)]))
  /** Values by period; by column if both are on one sheet. */
  const byPeriod = (entry: Entry, sameSheet: boolean) =>
    new Map(
      entry.values.flatMap(({ column, value }) => {
        const at = sameSheet ? column : periodsOf.get(entry.sheet)?.get(column)
        return at === undefined ? [] : [[at, { column, value }] as const]
      }),
    )
  let seen = false
  const slips = ends.flatMap((end): Slip[] => {
    const sameSheet = end.sheet === held.sheet
    const holding = byPeriod(held, sameSheet)
    const matched = [...byPeriod(end, sameSheet)].flatMap(([at, own]) => {
      const other = holding.get(at)
      return other === undefined ? [] : [{ ...own, other }]
    })
    if (matched.length < 2) return []
    seen = true
    const wrong = matched.filter(({ value, other }) => beyondRounding(value, other.value))
    const [first] = wrong
    // If few periods tie, the two rows are not the same cash: one includes restricted cash, the other does not.
    if (first === undefined || wrong.length * 2 > matched.length) return []
    return [
      {
        check: 'cash_tie_out',
        message: messages.cashDiffers({
          cash: formatNumber(first.value),
          place: nameOf({ ...end, column: first.column }),
          other: formatNumber(first.other.value),
          otherPlace: nameOf({ ...held, column: first.other.column }),
          wrong: wrong.length,
          periods: matched.length,
        }),
        areas: rectangles(wrong.map(({ column }) => ({ sheet: end.sheet, row: end.row, column }))),
      },
    ]
  })
  return { seen, slips }
}

const opens = /\b(?:opening|beginning|starting|bop|boy|bom)\b/
const closes = /\b(?:closing|ending|eop|eoy|eom)\b/
const subject = (label: string): string =>
  label
    .replace(opens, '')
    .replace(closes, '')
    .replaceAll(/\b(?:balance|of period|of year|the)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
const farthest = 15

/** Balances carried forward: each opening balance is the closing balance of the previous period. */
const carried = ({ entries, isTyped, formulaAt, nameOf }: Inspection): { seen: boolean; slips: Slip[] } => {
  const closings = groupBy(withValues(entries, closes), ({ sheet, label }) => `${sheet} ${subject(label)}`)
  let seen = false
  const slips = withValues(entries, opens).flatMap((opening): Slip[] => {
    const { sheet, row, label, text } = opening
    const closing = closings
      .get(`${sheet} ${subject(label)}`)
      ?.find((closing) => closing.row > row && closing.row - row <= farthest)
    if (closing === undefined) return []
    const ended = new Map(closing.values.map(({ column, value }) => [column, value]))
    const matched = opening.values.flatMap(({ column, value }) => {
      const before = ended.get(column - 1)
      return before === undefined ? [] : [{ column, value, before }]
    })
    if (matched.length < 3) return []
    seen = true
    const opened = new Set(opening.values.map(({ column }) => column))
    /** A formula that reads another balance on purpose restarts the balance, as at the closing of a deal. */
    const isSlip = (column: number): boolean =>
      isTyped(sheet, row, column) ||
      formulaAt(sheet, row, column)?.areas.some(
        (area) => area.sheet === sheet && area.top <= closing.row && closing.row <= area.bottom,
      ) === true
    const alike = (column: number): boolean => {
      const own = formulaAt(sheet, row, column)?.expression
      return own !== undefined && own === formulaAt(sheet, row, column - 1)?.expression
    }
    const wrong = matched.filter(
      ({ column, value, before }) =>
        beyondRounding(value, before) && opened.has(column - 1) && isSlip(column) && !alike(column),
    )
    const [first] = wrong
    // If few periods tie, the row is not carried forward from column to column.
    if (first === undefined || wrong.length > matched.length / 4) return []
    return [
      {
        check: 'cash_tie_out',
        message: messages.balanceNotCarried({
          label: text,
          opening: formatNumber(first.value),
          place: nameOf({ sheet, row, column: first.column }),
          closing: formatNumber(first.before),
          otherPlace: nameOf({ sheet, row: closing.row, column: first.column - 1 }),
          wrong: wrong.length,
          periods: matched.length,
        }),
        areas: rectangles(wrong.map(({ column }) => ({ sheet, row, column }))),
      },
    ]
  })
  return { seen, slips }
}

/** Cash and balances that do not carry over. */
export const cashTies: Check = (inspection) => {
  const parts = [cashSlips(inspection), carried(inspection)]
  return parts.some(({ seen }) => seen) ? parts.flatMap(({ slips }) => slips) : undefined
}
