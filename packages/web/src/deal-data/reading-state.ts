import type { Reading, ReadingCell, ReadingMetric } from '@deal-canvas/contract'
import { readingMessages } from '../messages/reading.ts'

/** The state of a metric for the user who checks it. */
export type CheckState = 'confirmed' | 'absent' | 'read' | 'check' | 'missing'

export const checkStateOf = ({ cell, confirmation }: Pick<ReadingMetric, 'cell' | 'confirmation'>): CheckState => {
  if (cell === null) return confirmation === 'confirmed' ? 'absent' : 'missing'
  return confirmation === 'unconfirmed' ? 'check' : confirmation
}

export const stateLabels: Readonly<Record<CheckState, readonly [label: string, tone: string]>> = {
  confirmed: [readingMessages.stateConfirmed(), 'green'],
  absent: [readingMessages.stateAbsent(), 'line'],
  read: [readingMessages.stateRead(), 'line'],
  check: [readingMessages.stateCheck(), 'amber'],
  missing: [readingMessages.stateMissing(), 'red'],
}

export interface Tally {
  readonly confirmed: number
  readonly read: number
  readonly check: number
  readonly missing: number
}

/** Counts metrics by state to show how far the check has progressed. */
export const tallyOf = (metrics: readonly ReadingMetric[]): Tally => {
  const count = (...states: readonly CheckState[]) =>
    metrics.filter((metric) => states.includes(checkStateOf(metric))).length
  return {
    confirmed: count('confirmed', 'absent'),
    read: count('read'),
    check: count('check'),
    missing: count('missing'),
  }
}

export const cellText = ({ sheet, cell }: ReadingCell): string => `${sheet}!${cell}`

/** The cell that a metric is read from, or how many cells it can be read from. */
export const cellSummary = ({ cell, confirmation, alternatives }: ReadingMetric): string => {
  if (cell !== null) return cellText(cell)
  const isOpen = checkStateOf({ cell, confirmation }) === 'missing' && alternatives.length > 0
  return isOpen ? readingMessages.possibleCells({ count: alternatives.length }) : readingMessages.noCell()
}

/** Explains that a metric has no cell, and to editors what they can do about it. Undefined: it has a cell. */
export const missingNote = (metric: ReadingMetric, canChange: boolean): string | undefined => {
  const { name, alternatives } = metric
  const state = checkStateOf(metric)
  if (state === 'absent') return canChange ? readingMessages.absentHint({ name }) : readingMessages.absent()
  if (state !== 'missing') return undefined
  if (!canChange) return readingMessages.missing({ name })
  return alternatives.length === 0 ? readingMessages.missingHint({ name }) : readingMessages.missingChoiceHint({ name })
}

export const isSameCell = (a: ReadingCell | null | undefined, b: ReadingCell | null | undefined): boolean =>
  a != null && b != null && a.sheet === b.sheet && a.cell === b.cell

/** A cell offered as the source of a metric. */
export interface CellOption {
  readonly cell: ReadingCell
  readonly label: string
  readonly period: string | null
  /** Null: the cell was picked on the sheet; its value is only known once it is used. */
  readonly value: number | null
  readonly isPicked: boolean
}

const optionLabel = (label: string, isFormula: boolean): string => {
  if (label === '') return isFormula ? readingMessages.formula() : readingMessages.typed()
  return isFormula ? readingMessages.formulaLabeled({ label }) : readingMessages.typedLabeled({ label })
}

/** The current cell, the alternatives, and a cell picked on the sheet. */
export const optionsOf = (metric: ReadingMetric, picked: ReadingCell | undefined): CellOption[] => {
  const known = [...(metric.cell === null ? [] : [{ ...metric, cell: metric.cell }]), ...metric.alternatives].map(
    ({ cell, label, period, value, is_formula: isFormula }): CellOption => ({
      cell,
      label: optionLabel(label, isFormula),
      period,
      value,
      isPicked: false,
    }),
  )
  if (picked === undefined || known.some(({ cell }) => isSameCell(cell, picked))) return known
  return [...known, { cell: picked, label: readingMessages.pickedOnSheet(), period: null, value: null, isPicked: true }]
}

const scaleNames: Readonly<Record<number, string>> = {
  1: readingMessages.scaleUnits(),
  1e3: readingMessages.scaleThousands(),
  1e5: readingMessages.scaleLakhs(),
  1e6: readingMessages.scaleMillions(),
  1e7: readingMessages.scaleCrores(),
  1e9: readingMessages.scaleBillions(),
}

export const scaleLabel = (scale: number): string => scaleNames[scale] ?? readingMessages.scaleOther({ scale })

/** The years offered as the last year of actuals: those around the year read, or around the current year. */
export const boundaryYears = ({ boundary }: Pick<Reading, 'boundary'>, thisYear: number): number[] => {
  const middle = boundary.last_actual_year ?? thisYear
  return Array.from({ length: 13 }, (_, n) => middle - 6 + n)
}
