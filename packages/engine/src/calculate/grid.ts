import {
  type ExternalSheet,
  errorByCode,
  maxSlots,
  unreadableMessages as messages,
  rectangleOf,
  unreadable,
  type Workbook,
  type WorkbookSheet,
} from '@deal-canvas/workbook-reader'
import type { Area, Scalar } from '../value/value.ts'

/** What kind of value a cell holds. */
export const tag = { empty: 0, number: 1, boolean: 2, text: 3, error: 4 } as const

/** The layout of a sheet's cells: row by row, `columns` apart, starting at `base`. */
export interface SheetExtent {
  readonly base: number
  readonly rows: number
  readonly columns: number
}

export type Grid = ReturnType<typeof createGrid>

/** All sheets that have cells: those of the workbook, then the cached sheets of external workbooks. */
const sheetsOf = ({ sheets, externalLinks = [] }: Workbook): readonly (ExternalSheet & Partial<WorkbookSheet>)[] => [
  ...sheets,
  ...externalLinks.flatMap((link) => link.sheets ?? []),
]

const extentsOf = (workbook: Workbook): SheetExtent[] => {
  // Slot 0 is the empty cell that stands for every cell outside the sheets.
  let base = 1
  return sheetsOf(workbook).map(({ cells, dataTables = [] }, sheet) => {
    const { rows, columns } = rectangleOf({ cells, dataTables }, workbook.tables, sheet)
    const extent = { base, rows, columns }
    base += rows * columns
    if (base > maxSlots) unreadable('too_many_cells', messages.cellsTooFarApart())
    return extent
  })
}

/**
 * The values of a workbook in flat arrays. Numbers are stored as they are, TRUE and FALSE as 1 and 0, an empty cell as
 * 0. Text and errors are NaN among the numbers, so that arithmetic on them shows without a check.
 */
export const createGrid = (workbook: Workbook) => {
  const extents = extentsOf(workbook)
  const last = extents.at(-1)
  const size = last === undefined ? 1 : last.base + last.rows * last.columns
  const numbers = new Float64Array(size)
  const tags = new Uint8Array(size)
  const texts = new Map<number, string>()
  const codes = new Map<number, number>()

  const idOf = (sheet: number, row: number, column: number): number => {
    const extent = extents[sheet]
    if (extent === undefined || row < 0 || column < 0 || row >= extent.rows || column >= extent.columns) return 0
    return extent.base + row * extent.columns + column
  }

  const get = (id: number): Scalar => {
    switch (tags[id]) {
      case tag.number:
        return numbers[id] ?? 0
      case tag.boolean:
        return numbers[id] === 1
      case tag.text:
        return texts.get(id) ?? ''
      case tag.error:
        return errorByCode(codes.get(id) ?? 0)
      default:
        return null
    }
  }

  const put = (id: number, value: Scalar): void => {
    if (typeof value === 'number') {
      // Normalizes negative zero.
      numbers[id] = value + 0
      tags[id] = tag.number
    } else if (typeof value === 'boolean') {
      numbers[id] = value ? 1 : 0
      tags[id] = tag.boolean
    } else if (value === null) {
      numbers[id] = 0
      tags[id] = tag.empty
    } else if (typeof value === 'string') {
      numbers[id] = Number.NaN
      tags[id] = tag.text
      texts.set(id, value)
    } else {
      numbers[id] = Number.NaN
      tags[id] = tag.error
      codes.set(id, value.code)
    }
  }

  let passes = 0

  sheetsOf(workbook).forEach(({ cells }, sheet) => {
    for (const { row, column, value } of cells) put(idOf(sheet, row, column), value)
  })

  return {
    size,
    extents,
    numbers,
    tags,
    idOf,
    get,
    put,
    /**
     * The number of passes over the formulas started so far. Within a pass, a cell that a formula has read no longer
     * changes.
     */
    pass: (): number => passes,
    beginPass: (): void => {
      passes += 1
    },
    /** The sheet, row and column of a slot. */
    placeOf: (id: number): { sheet: number; row: number; column: number } => {
      let sheet = extents.length - 1
      while (sheet > 0 && (extents[sheet]?.base ?? 0) > id) sheet -= 1
      const { base = 1, columns = 1 } = extents[sheet] ?? {}
      return { sheet, row: Math.floor((id - base) / columns), column: (id - base) % columns }
    },
    /** The part of a rectangle within its sheet's used range; undefined if there is none. */
    used: ({ sheet, top, left, bottom, right }: Area): Area | undefined => {
      const { rows, columns } = extents[sheet] ?? { rows: 0, columns: 0 }
      if (top >= rows || left >= columns) return undefined
      return { sheet, top, left, bottom: Math.min(bottom, rows - 1), right: Math.min(right, columns - 1) }
    },
  }
}
