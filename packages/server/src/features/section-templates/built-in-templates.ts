import { writeBlock } from '@deal-canvas/memo'
import { templateColumns, templateHeadings, templateRows } from '../../messages/section-templates.ts'
import type { SectionKind } from '../memo/index.ts'

const listOf = (texts: Readonly<Record<string, () => string>>, key: string): string[] =>
  texts[key]?.().split('; ') ?? []

/** More key figures do not fit beside each other. */
const maxKeyFigures = 6

const tableOf = (columns: readonly string[], rows: readonly string[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const empty = columns.map(() => '')
  const body = rows.length === 0 ? [empty] : rows.map((row) => [row, ...empty.slice(1)])
  return [line(columns), line(columns.map(() => '---')), ...body.map(line)].join('\n')
}

/** Key figures that the deal has, and what the section is usually made of. It states nothing. */
export const contentOfBuiltIn = (kind: SectionKind, known: ReadonlySet<string>): string => {
  const metrics = kind.metrics.filter((key) => known.has(key)).slice(0, maxKeyFigures)
  const columns = listOf(templateColumns, kind.key)
  return [
    ...(metrics.length === 0 ? [] : [writeBlock({ block: 'kpis', metrics })]),
    ...listOf(templateHeadings, kind.key).map((heading) => `# ${heading}`),
    ...(columns.length === 0 ? [] : [tableOf(columns, listOf(templateRows, kind.key))]),
  ].join('\n\n')
}
