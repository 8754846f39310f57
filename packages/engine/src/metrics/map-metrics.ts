import type { Model } from '../calculate/model.ts'
import { type CellPosition, formatCell, parseCell } from '../cell-reference.ts'
import type { Workbook, WorkbookCell } from '../read/workbook.ts'
import { placeOf } from './catalogue/catalogue.ts'
import type { MetricKind, MetricUnit } from './catalogue/metric-kind.ts'
import { type DealType, detectDealType } from './deal-type.ts'
import { type LabelledNumbers, labelledNumbers } from './labelled-numbers.ts'
import { type LabelMatch, matchLabel } from './match-label.ts'
import { metricValue } from './metric-value.ts'
import { lookOf } from './number-look.ts'
import { type HeadlineRule, headline, type Period } from './period.ts'
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
  /** In the order of the catalogue, each metric once. */
  readonly matches: readonly MetricMatch[]
}

interface Candidate {
  readonly kind: MetricKind
  readonly at: number
  readonly found: MetricCell
}

const leastConfidence = 0.4
const mostAlternatives = 5
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
  otherKindOfCell: 0.98,
  unused: 0.97,
  scaleOfOtherSheets: 0.95,
  definedName: 0.95,
} as const

const rounded = (confidence: number): number => Math.round(confidence * 1000) / 1000

/** The scale that the sheets have in common; a sheet without a word about it follows two others that agree. */
const commonScale = (sheets: readonly (readonly LabelledNumbers[])[]): number | undefined => {
  const said = sheets.flatMap((lines) => {
    const scales = new Set(lines.flatMap(({ scale }) => (scale === undefined ? [] : [scale])))
    return scales.size === 0 ? [] : [...scales]
  })
  return said.length > 1 && new Set(said).size === 1 ? said[0] : undefined
}

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
): { cell: WorkbookCell; period: (Period & { rule: HeadlineRule }) | undefined } | undefined => {
  const chosen = cells.length > 1 ? headline(kind, periods) : undefined
  const cell = cells[chosen?.at ?? 0]
  const period = chosen === undefined ? undefined : periods[chosen.at]
  if (cell === undefined) return undefined
  return { cell, period: chosen === undefined || period === undefined ? undefined : { ...period, rule: chosen.rule } }
}

/** Which cells hold which metrics, by the labels beside them and the names that they have. */
export const mapMetrics = (workbook: Workbook, model?: Model): MetricMap => {
  const dealType = detectDealType(workbook)
  const lines = workbook.sheets.map((sheet) => labelledNumbers(sheet, workbook.date1904))
  const common = commonScale(lines)
  const isUsed = createIsUsed(model)
  const candidates: Candidate[] = []
  const matched = new Map<string, LabelMatch[]>()
  const matchesOf = (label: string): LabelMatch[] => {
    const found = matched.get(label) ?? matchLabel(label, dealType.domain)
    matched.set(label, found)
    return found
  }

  const consider = (at: number, line: LabelledNumbers, trust: number): void => {
    const sheet = workbook.sheets[at]
    if (sheet === undefined) return
    for (const { kind, sureness } of matchesOf(line.label)) {
      const { cell, period } = pick(kind, line) ?? {}
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
      const factors = [
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
  return { dealType, matches: settle(likely) }
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
      return [{ at, line: { label, cells: [cell], periods: [], side: 'right' as const, unit: '', scale: undefined } }]
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

/** One cell for each metric and one metric for each cell, the surest first. */
const settle = (candidates: readonly Candidate[]): MetricMatch[] => {
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
