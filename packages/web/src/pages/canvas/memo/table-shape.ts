import type { SectionText } from '@deal-canvas/memo'
import type { Table, TableCell } from 'mdast'

const numeric = /^[\s(−+$€£–-]*[\d.,]+[\s%xM)B]*(bp|sf|mo|x|%)?\)?$/u

const isNumber = (text: SectionText, cell: TableCell): boolean => {
  const runs = cell.children.flatMap((child) => text.runs.get(child) ?? ('children' in child ? inner(text, child) : []))
  if (runs.some(({ metric }) => metric !== undefined))
    return runs.every((run) => run.metric ?? !/\p{L}/u.test(run.text))
  const words = runs.map((run) => run.text).join('')
  return numeric.test(words) || words === '' || words === 'n/a' || words === '–'
}

const inner = (text: SectionText, node: { children: readonly TableCell['children'][number][] }) =>
  node.children.flatMap((child) => text.runs.get(child) ?? [])

/** Which columns are numeric: they are right-aligned unless the author chose otherwise. */
export const numericColumns = (text: SectionText, table: Table): boolean[] => {
  const [head, ...body] = table.children
  return (head?.children ?? []).map((_, column) => {
    if (table.align?.[column]) return table.align[column] === 'right'
    const cells = body.flatMap((row) => row.children[column] ?? [])
    return column > 0 && cells.length > 0 && cells.every((cell) => isNumber(text, cell))
  })
}

/** Whether a table is one row of numbers under a header, which is shown as key figures. */
export const isKeyFigures = (text: SectionText, { children }: Table): boolean => {
  const [, row, ...more] = children
  if (row === undefined || more.length > 0 || row.children.length > 6) return false
  return row.children.every((cell) => {
    const runs = cell.children.flatMap((child) => text.runs.get(child) ?? [])
    return cell.children.length === 1 && runs.length === 1 && runs[0]?.metric !== undefined
  })
}
