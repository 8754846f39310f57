import { findingMessages as messages } from '../messages/findings.ts'
import type { FormulaCheck } from './check.ts'
import type { Slip } from './finding.ts'
import { groupBy, rectangles } from './rectangles.ts'

const bookIn = /\[([^\][]+)\][^!\][]*!/

/** Numbers from external workbooks: one finding per workbook. */
export const externalLinks: FormulaCheck = ({ model, nameCells }) => {
  if (model.formulas.length === 0) return undefined
  const own = model.workbook.sheets.length
  // Cached sheets of external workbooks come after the workbook's own sheets.
  const linked = model.formulas.filter(
    ({ frozen, areas }) => frozen === 'external' || areas.some(({ sheet }) => sheet >= own),
  )
  return [...groupBy(linked, ({ text }) => bookIn.exec(text)?.[1])].map(([link, group]): Slip => {
    const places = group.map(({ place }) => place)
    const values = { count: group.length, cell: nameCells(places.slice(0, 1)) }
    return {
      check: 'external_link',
      message: link === undefined ? messages.externalLink(values) : messages.externalLinkNamed({ ...values, link }),
      areas: rectangles(places),
    }
  })
}
