import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'
import { counted } from './wording.ts'

const bookIn = /\[([^\][]+)\][^!\][]*!/

/** Numbers that come from other workbooks: one finding for each of them. */
export const externalLinks: FormulaCheck = ({ model }) => {
  if (model.formulas.length === 0) return undefined
  const own = model.workbook.sheets.length
  // What the workbook remembers of another one is computed with, and lies behind its own sheets.
  const linked = model.formulas.filter(
    ({ frozen, areas }) => frozen === 'external' || areas.some(({ sheet }) => sheet >= own),
  )
  return [...groupBy(linked, ({ text }) => bookIn.exec(text)?.[1] ?? 'unnamed')].map(
    ([book, group]): Slip => ({
      check: 'external_link',
      message: `${counted(group.length, 'formula')} ${group.length === 1 ? 'reads' : 'read'} from another workbook (link ${book}), which is not here.`,
      areas: rectangles(group.map(({ place }) => place)),
    }),
  )
}
