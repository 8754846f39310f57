import type { Model } from '../calculate/model.ts'
import { type CellPosition, formatCell, parseCell } from '../cell-reference.ts'
import type { Workbook, WorkbookCell } from '../read/workbook.ts'
import { placeOf } from './catalogue/catalogue.ts'
import type { MetricKind, MetricUnit } from './catalogue/metric-kind.ts'
import { commonScale } from './common-scale.ts'
import { type DealType, detectDealType } from './deal-type.ts'
import { type LabelledNumbers, labelledNumbers } from './labelled-numbers.ts'
import { lastActualYear } from './last-actual-year.ts'
import { type LabelMatch, matchLabel } from './match-label.ts'
import { metricValue } from './metric-value.ts'
import { lookOf } from './number-look.ts'
import { firstProjected, type HeadlineRule, headline, isGrowth, type Period } from './period.ts'
import { scaleIn } from './scale.ts'

/** A cell that holds a metric, or may. */
export interface MetricCell {
  readonly sheet: string
  /** Such as `D14`. */
  readonly cell: string
  readonly row: number
  readonly column: number
  readonly rawLabel: string
  readonly rawValue: number
  /** In the unit of the metric; a day as ISO 8601. */
  readonly value: number | string
  /** What the raw value was multiplied with. */
  readonly scale: number
  /** Null where the number is of no period. */
  readonly period: { readonly label: string; readonly rule: HeadlineRule } | null
  /** 0 to 1. */
  readonly confidence: number
}

export interface MetricMatch extends MetricCell {
  readonly metricKey: string
  readonly unit: MetricUnit
  /** Other cells that may hold it, the surest first. */
  readonly alternatives: readonly MetricCell[]
}

export interface MetricMap {
  readonly dealType: DealType
  /** The last year that has happened, by the heads and formulas of the workbook; undefined: nothing tells. */
  readonly lastActualYear: number | undefined
  /** In the order of the catalogue, each metric once. */
  readonly matches: readonly MetricMatch[]
}

/** What a person told about a workbook; it goes before what its sheets say. */
export interface ReadingSettings {
  /** The last year that has happened. */
  readonly lastActualYear?: number
  /** What amounts are multiplied with, where their own label or sheet says nothing else: 1,000 for "in thousands". */
  readonly scale?: number
}

interface Candidate {
  readonly kind: MetricKind
  /** How surely its label names the metric. */
  readonly sureness: number
  readonly at: number
  readonly found: MetricCell
}

const leastConfidence = 0.4
const mostAlternatives = 5
/** A cell whose label names another metric so much more surely is not this one. */
const maxDoubt = 0.1
/** Of one metric; a sheet of a hundred thousand equal labels must not keep anybody waiting. */
const mostCandidates = 12

/** Figures of a moment, which a month's column shows as well as a year's. */
const ofAMoment = new Set(['mrr', 'arr', 'beginning_arr', 'cash_balance', 'customer_count', 'beginning_customers'])

const trustIn = {
  below: 0.92,
  hidden: 0.8,
  unnamedColumns: 0.8,
  /** The first of a list, as of the rents of a rent roll, is the whole of it by chance only. */
  firstOfList: 0.75,
  shortPeriod: 0.7,
  /** Of a company what has happened counts. */
  projected: 0.85,
  zero: 0.7,
  peers: 0.6,
  scenario: 0.85,
  /** What comes out of a model is computed; typed in, it is a limit or a target. */
  typedResult: 0.6,
  sensitivity: 0.5,
  otherKindOfCell: 0.98,
  unused: 0.97,
  scaleOfOtherSheets: 0.95,
  definedName: 0.95,
} as const

/** Other companies or properties, which the deal is compared with. */
const ofPeers = /\b(?:comps?|comparables?|peers?|trading|precedents?|benchmark(?:s|ing)?|industry)\b/i
const ofSensitivity = /sensitivit|what[- ]?if|data table|football field|tornado/i

const ofScenario = /scenario/i
/** Metrics that only the model can tell. */
const results = new Set([
  ...['dscr', 'levered_irr_pct', 'unlevered_irr_pct', 'gross_irr_pct', 'moic', 'equity_multiple', 'cash_on_cash_pct'],
  ...['interest_coverage', 'debt_yield_pct', 'yield_on_cost_pct'],
])

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000

/** Whether a formula looks at the cell. Without a model nobody knows, and nothing is held against it. */
const createIsUsed =
  (model: Model | undefined) =>
  (sheet: number, { row, column }: CellPosition): boolean =>
    model === undefined ||
    model.formulas.some(({ areas }) =>
      areas.some(
        (area) =>
          area.sheet === sheet && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right,
      ),
    )

const pick = (
  kind: MetricKind,
  { cells, periods }: LabelledNumbers,
  lastActual: number | undefined,
): { cell: WorkbookCell; period: (Period & { rule: HeadlineRule }) | undefined } | undefined => {
  // A column of zeros is of a time without business: construction, the day of the closing.
  const isNothing = cells.some(({ value }) => value !== 0) ? cells.map(({ value }) => value === 0) : []
  const busy = periods.map((period, n) => (isNothing[n] ? undefined : period))
  const typed = busy.map((period, n) => (cells[n]?.formula === undefined ? period : undefined))
  const assumed = isGrowth(kind) ? firstProjected(typed, lastActual) : undefined
  const chosen = cells.length > 1 ? (assumed ?? headline(kind, busy, lastActual)) : undefined
  const cell = cells[chosen?.at ?? 0]
  const period = chosen === undefined ? undefined : periods[chosen.at]
  if (cell === undefined) return undefined
  return { cell, period: chosen === undefined || period === undefined ? undefined : { ...period, rule: chosen.rule } }
}

/** Which cells hold which metrics, by the labels beside them and the names that they have. */
export const mapMetrics = (workbook: Workbook, model?: Model, settings: ReadingSettings = {}): MetricMap => {
  const dealType = detectDealType(workbook)
  const lines = workbook.sheets.map((sheet) => labelledNumbers(sheet, workbook.date1904))
  const common = settings.scale ?? commonScale(lines)
  const lastActual = settings.lastActualYear ?? lastActualYear(lines)
  const isUsed = createIsUsed(model)
  const hasFormulas = workbook.sheets.some(({ cells }) => cells.some(({ formula }) => formula !== undefined))
  const onlyPeers = workbook.sheets.every(({ name }) => ofPeers.test(name))
  const candidates: Candidate[] = []
  const matched = new Map<string, LabelMatch[]>()
  const matchesOf = (label: string, heading: string): LabelMatch[] => {
    const key = `${label}\n${heading}`
    const found = matched.get(key) ?? matchLabel(label, dealType.domain, heading)
    matched.set(key, found)
    return found
  }

  const consider = (at: number, line: LabelledNumbers, trust: number): void => {
    const sheet = workbook.sheets[at]
    if (sheet === undefined) return
    for (const { kind, sureness } of matchesOf(line.label, line.heading)) {
      const { cell, period } = pick(kind, line, lastActual) ?? {}
      if (cell === undefined || typeof cell.value !== 'number') continue
      const said = `${line.label} ${line.unit} ${cell.format ?? ''}`
      const own = scaleIn(line.label) ?? scaleIn(line.unit) ?? line.scale
      const made = metricValue(kind, {
        raw: cell.value,
        look: lookOf(cell.format),
        said,
        amounts: own ?? common ?? 1,
        date1904: workbook.date1904,
      })
      if (made === undefined) continue
      const isShort =
        period?.span === 'month' || period?.span === 'quarter' || /(?:\/|\bper) ?(?:month|quarter)\b/i.test(said)
      const isInput = kind.formula === null
      const isCompany = !kind.domains.some((domain) => domain.startsWith('cre_'))
      const place = `${sheet.name} ${line.heading}`
      const factors = [
        kind.series &&
          isCompany &&
          !isGrowth(kind) &&
          lastActual !== undefined &&
          period?.rule === 'first_projected' &&
          trustIn.projected,
        cell.value === 0 && trustIn.zero,
        !onlyPeers && ofPeers.test(place) && trustIn.peers,
        ofSensitivity.test(place) && trustIn.sensitivity,
        ofScenario.test(sheet.name) && trustIn.scenario,
        results.has(kind.key) && cell.formula === undefined && hasFormulas && trustIn.typedResult,
        line.side === 'below' && trustIn.below,
        sheet.hidden && trustIn.hidden,
        line.cells.length > 1 && period === undefined && trustIn.unnamedColumns,
        line.side === 'below' && line.cells.length > 1 && period === undefined && trustIn.firstOfList,
        isShort && kind.series && !ofAMoment.has(kind.key) && trustIn.shortPeriod,
        // Inputs are typed in; what is derived is computed.
        isInput !== (cell.formula === undefined) && trustIn.otherKindOfCell,
        kind.unit === 'currency' && own === undefined && common !== undefined && trustIn.scaleOfOtherSheets,
      ]
      const confidence = factors.reduce<number>(
        (product, factor) => product * (factor || 1),
        sureness * made.fit * trust,
      )
      if (confidence < leastConfidence) continue
      candidates.push({
        kind,
        sureness,
        at,
        found: {
          sheet: sheet.name,
          cell: formatCell(cell),
          row: cell.row,
          column: cell.column,
          rawLabel: line.label.trim(),
          rawValue: cell.value,
          value: made.value,
          scale: made.scale,
          period: period === undefined ? null : { label: period.label, rule: period.rule },
          confidence: rounded(confidence),
        },
      })
    }
  }

  lines.forEach((some, at) => {
    for (const line of some) consider(at, line, 1)
  })
  for (const { at, line } of namedCells(workbook)) consider(at, line, trustIn.definedName)
  const likely = surestOfEach(candidates).map((candidate) => {
    const { kind, at, found } = candidate
    if (kind.formula !== null || isUsed(at, found)) return candidate
    return { ...candidate, found: { ...found, confidence: rounded(found.confidence * trustIn.unused) } }
  })
  return { dealType, lastActualYear: lastActual, matches: settle(likely) }
}

const oneCell = /^(?:'((?:[^']|'')+)'|([^'!]+))!(\$?[A-Z]{1,3}\$?\d+)$/

/** Cells that have a name of their own: `ExitCapRate` is "Exit Cap Rate". */
const namedCells = ({ names, sheets }: Workbook): { at: number; line: LabelledNumbers }[] => {
  const wanted = new Map<string, string>()
  for (const { name, formula } of names) {
    const [, quoted, plain, reference = ''] = oneCell.exec(formula) ?? []
    const place = parseCell(reference)
    const sheet = quoted?.replaceAll("''", "'") ?? plain
    if (place === undefined || sheet === undefined) continue
    wanted.set(`${formatCell(place)} ${sheet}`, name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_.]+/g, ' '))
  }
  if (wanted.size === 0) return []
  return sheets.flatMap((sheet, at) =>
    sheet.cells.flatMap((cell) => {
      const label = wanted.get(`${formatCell(cell)} ${sheet.name}`)
      if (label === undefined) return []
      return [
        {
          at,
          line: {
            label,
            cells: [cell],
            periods: [],
            side: 'right' as const,
            unit: '',
            scale: undefined,
            heading: '',
            heads: [],
          },
        },
      ]
    }),
  )
}

/** By confidence; of equals by the name of the sheet, then what stands further left and up, whatever the sheets' order. */
const before = (one: Candidate, other: Candidate): number =>
  other.found.confidence - one.found.confidence ||
  placeOf(one.kind.key) - placeOf(other.kind.key) ||
  (one.found.sheet === other.found.sheet ? 0 : one.found.sheet < other.found.sheet ? -1 : 1) ||
  one.found.column - other.found.column ||
  one.found.row - other.found.row

const surestOfEach = (candidates: readonly Candidate[]): Candidate[] => {
  const counts = new Map<MetricKind, number>()
  return candidates.toSorted(before).filter(({ kind }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= mostCandidates
  })
}

/** Without those whose cell is far more surely another metric: "Net Debt / EBITDA" is not the total leverage. */
const withoutOthersCells = (candidates: readonly Candidate[]): Candidate[] => {
  const surest = new Map<string, number>()
  const placeOfCell = ({ found: { sheet, cell } }: Candidate): string => `${sheet} ${cell}`
  for (const candidate of candidates)
    surest.set(placeOfCell(candidate), Math.max(surest.get(placeOfCell(candidate)) ?? 0, candidate.sureness))
  return candidates.filter((candidate) => candidate.sureness >= (surest.get(placeOfCell(candidate)) ?? 0) - maxDoubt)
}

/** One cell for each metric and one metric for each cell, the surest first. */
const settle = (all: readonly Candidate[]): MetricMatch[] => {
  const candidates = withoutOthersCells(all)
  const winners = new Map<MetricKind, MetricCell>()
  const others = new Map<MetricKind, MetricCell[]>()
  const taken = new Set<string>()
  for (const { kind, found } of candidates.toSorted(before)) {
    const place = `${found.sheet} ${found.cell}`
    if (!winners.has(kind) && !taken.has(place)) {
      winners.set(kind, found)
      taken.add(place)
    } else if (winners.get(kind)?.sheet !== found.sheet || winners.get(kind)?.cell !== found.cell) {
      const list = others.get(kind) ?? []
      if (!list.some(({ sheet, cell }) => sheet === found.sheet && cell === found.cell)) list.push(found)
      others.set(kind, list)
    }
  }
  return [...winners]
    .map(([kind, found]) => ({
      ...found,
      metricKey: kind.key,
      unit: kind.unit,
      alternatives: (others.get(kind) ?? []).slice(0, mostAlternatives),
    }))
    .sort((one, other) => placeOf(one.metricKey) - placeOf(other.metricKey))
}
