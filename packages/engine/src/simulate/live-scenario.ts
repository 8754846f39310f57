import { formatCell, type Workbook, type WorkbookCell, type WorkbookSheet } from '@deal-canvas/workbook-reader'
import type { Model } from '../calculate/model.ts'
import { selectorChoices } from './selector-choices.ts'

/** The cell that selects the scenario of a workbook, and which one is live. */
export interface LiveScenario {
  readonly sheet: string
  readonly cell: string
  /** The label of the cell, such as "Scenario" or "Operating case". */
  readonly label: string
  readonly value: number
  /** The numbers that the cell can hold, in ascending order. */
  readonly choices: readonly number[]
}

const namesScenario = /\b(?:scenario|case)s?\b/i
/** A label further away belongs to another cell. */
const maxDistance = 3
/** Limit of candidates: each of them requires a scan of all formulas. */
const maxCandidates = 20

/** Typed whole numbers with a label such as "Scenario" to their left or above them. */
const candidatesIn = ({ cells }: WorkbookSheet): { cell: WorkbookCell; label: string }[] => {
  const labels = cells.filter(
    ({ value }) => typeof value === 'string' && value.length <= 80 && namesScenario.test(value),
  )
  if (labels.length === 0) return []
  const typed = cells.filter(({ value, formula }) => formula === undefined && Number.isInteger(value))
  return labels.flatMap((label) =>
    typed
      .filter(({ row, column }) => {
        const right = row === label.row && column > label.column && column - label.column <= maxDistance
        const below = column === label.column && row - label.row === 1
        return right || below
      })
      .map((cell) => ({ cell, label: String(label.value).trim() })),
  )
}

/** The live scenario, by a selector cell of the workbook; undefined if there is none. */
export const liveScenario = (workbook: Workbook, model: Model): LiveScenario | undefined => {
  const candidates = workbook.sheets.flatMap((sheet, at) =>
    candidatesIn(sheet).map(({ cell, label }) => ({ at, name: sheet.name, cell, label })),
  )
  for (const { at, name, cell, label } of candidates.slice(0, maxCandidates)) {
    const choices = selectorChoices(model, model.grid.idOf(at, cell.row, cell.column))
    if (choices !== undefined && typeof cell.value === 'number')
      return { sheet: name, cell: formatCell(cell), label, value: cell.value, choices }
  }
  return undefined
}
