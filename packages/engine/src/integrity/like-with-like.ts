import { type Inspection, labelOf } from './inspection.ts'
import type { SureMetric } from './sure-metrics.ts'

/** Sheets for another case, for peers, for an older version or without the deal's own numbers. */
const anotherStory =
  /\b(?:scenarios?|sensitivit(?:y|ies)|stress|upside|downside|bear|bull|comps?|comparables?|peers?|benchmarks?|old|backup|copy|archive|prior|previous|example|sample|menu|lists?|acquirer|target|portfolio|common[- ]size|v\d+)\b|\(\d+\)|_v\d+$/i

const plain = (text: string | undefined): string | undefined =>
  text
    ?.toLowerCase()
    .replaceAll(/\([^()]*\)|[^a-z0-9%]+/g, ' ')
    .trim()

/** This many equal labels in equal rows make two sheets copies of one template. */
const minEqual = 8

/** Whether two sheets are filled from one template: several entities, not one entity stated twice. */
const isOneTemplate = ({ lines, valueAt }: Inspection, sheetA: number, sheetB: number): boolean => {
  let [equal, all] = [0, 0]
  for (const { row, cells } of lines[sheetA] ?? []) {
    const first = cells.find(({ column }) => typeof valueAt(sheetA, row, column) === 'string')
    if (first === undefined) continue
    all += 1
    if (valueAt(sheetB, row, first.column) === valueAt(sheetA, row, first.column)) equal += 1
  }
  return equal >= minEqual && equal * 2 >= all
}

/** Whether two cells describe the same thing in the same words: the same entity, case, version and period. */
export const isLikeWithLike = (inspection: Inspection, a: SureMetric, b: SureMetric): boolean => {
  const { sheets } = inspection.workbook
  if ((a.period ?? null) !== (b.period ?? null)) return false
  // The same address on both sheets: sheets of one template.
  if (a.row === b.row && a.column === b.column && a.row > 2) return false
  const both = [a, b]
  if (both.some(({ sheet }) => sheets[sheet]?.hidden === true || anotherStory.test(sheets[sheet]?.name ?? '')))
    return false
  const [label, another] = both.map((metric) => plain(labelOf(inspection, metric)))
  return label === another && !isOneTemplate(inspection, a.sheet, b.sheet)
}
