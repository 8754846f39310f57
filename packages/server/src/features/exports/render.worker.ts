import { defaultCurrency } from '@deal-canvas/contract'
import { UnreadableWorkbook } from '@deal-canvas/engine'
import { renderDocx, renderPdf } from '@deal-canvas/paper'
import { ExportProblem } from './export-problem.ts'
import type { ExportedNumbers } from './exported-numbers.ts'
import type { WorkbookToWrite } from './gather/gather-workbook.ts'
import { csvTables, numbersTables } from './render/numbers-tables.ts'
import { type MemoToPrint, printableMemo } from './render/printable-memo.ts'
import type { Table } from './render/table.ts'
import { watermarkLine } from './render/watermark-line.ts'
import { writeCsvFiles } from './render/write-csv.ts'
import { writeXlsx } from './render/write-xlsx.ts'
import { changedParts, writeModelWorkbook } from './workbook/write-model-workbook.ts'

/** The file, or why it cannot be made. */
export type Rendered = { bytes: Uint8Array } | { problem: string }

const noteOf = ({ watermark }: ExportedNumbers): string | undefined =>
  watermark === null ? undefined : watermarkLine(watermark)

export const numbersWorkbook = (numbers: ExportedNumbers): Rendered => ({
  bytes: writeXlsx(numbersTables(numbers), {
    currency: numbers.deal.currency,
    note: noteOf(numbers),
    at: new Date(numbers.exported_at),
  }),
})

export const numbersCsv = (numbers: ExportedNumbers): Rendered => ({
  bytes: writeCsvFiles(csvTables(numbers), noteOf(numbers), new Date(numbers.exported_at)),
})

/** Lists of another feature. Their amounts are of several currencies, so that no cell has the sign of one. */
interface TablesToWrite {
  tables: readonly Table[]
  /** ISO 8601. */
  at: string
}

export const tablesWorkbook = ({ tables, at }: TablesToWrite): Rendered => ({
  bytes: writeXlsx(tables, { currency: defaultCurrency, note: undefined, at: new Date(at) }),
})

export const tablesCsv = ({ tables, at }: TablesToWrite): Rendered => ({
  bytes: writeCsvFiles(tables, undefined, new Date(at)),
})

export const numbersJson = (numbers: ExportedNumbers): Rendered => ({
  bytes: Buffer.from(`${JSON.stringify(numbers, null, 2)}\n`),
})

export const memoPdf = async (memo: MemoToPrint): Promise<Rendered> => ({ bytes: await renderPdf(printableMemo(memo)) })

export const memoDocx = async (memo: MemoToPrint): Promise<Rendered> => ({
  bytes: await renderDocx(printableMemo(memo)),
})

export const modelWorkbook = (asked: WorkbookToWrite): Rendered => rendered(() => writeModelWorkbook(asked))

/** Whether the workbook could be made, without its bytes. */
export const checkModelWorkbook = (asked: WorkbookToWrite): Rendered =>
  rendered(() => {
    changedParts(asked)
    return new Uint8Array()
  })

const rendered = (make: () => Uint8Array): Rendered => {
  try {
    return { bytes: make() }
  } catch (error) {
    if (error instanceof ExportProblem || error instanceof UnreadableWorkbook) return { problem: error.message }
    throw error
  }
}
