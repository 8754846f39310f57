import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import { cleanText } from './clean-text.ts'
import type { FlowItem, PrintedTable } from './flow.ts'
import type { SourceNumbers } from './source-numbers.ts'

export interface Part {
  /** `10`, or `A`. */
  number: string
  title: string
  isAppendix: boolean
  items: FlowItem[]
}

/** What follows the sections. */
export const appendicesOf = (memo: PrintableMemo, sources: SourceNumbers): Part[] => {
  const appendix = (number: string, title: string, items: FlowItem[]): Part => ({
    number,
    title,
    isAppendix: true,
    items,
  })
  return [
    appendix('A', messages.sources(), sourceItems(memo, sources)),
    appendix('B', messages.openPoints(), openPointItems(memo)),
    ...(memo.auditTrail === undefined ? [] : [appendix('C', messages.auditTrail(), auditItems(memo.auditTrail))]),
  ]
}

const heading = (value: string): FlowItem => ({ kind: 'heading', level: 1, runs: [{ text: value }] })

const paragraph = (value: string): FlowItem => ({
  kind: 'paragraph',
  style: 'body',
  indent: 0,
  runs: [{ text: cleanText(value), quiet: true }],
})

/** A table of texts; without rows a sentence that says so. */
export const textTable = (
  columns: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  codeColumns: readonly number[] = [],
): PrintedTable => ({
  kind: 'table',
  columns: columns.map((label) => ({ label: [{ text: label }], align: 'left' })),
  rows: rows.map((cells) => ({
    cells: cells.map((value, n) => ({ runs: [{ text: cleanText(value ?? ''), code: codeColumns.includes(n) }] })),
  })),
})

const tableOrNone = (table: PrintedTable): FlowItem => (table.rows.length === 0 ? paragraph(messages.none()) : table)

const sourceItems = ({ files, earlier }: PrintableMemo, sources: SourceNumbers): FlowItem[] => {
  if (earlier !== undefined) return [paragraph(messages.sourcesNotKept())]
  const numbered = sources.numbered()
  return [
    numbered.length === 0
      ? paragraph(messages.noSources())
      : textTable(
          [
            messages.sourceNumber(),
            messages.numberOrClaim(),
            messages.value(),
            messages.cellOrPage(),
            messages.confirmedBy(),
          ],
          numbered.map(({ number, source }) => [
            String(number),
            source.label,
            source.value,
            source.place,
            source.confirmedBy ?? messages.notConfirmed(),
          ]),
        ),
    heading(messages.files()),
    tableOrNone(
      textTable(
        [messages.file(), messages.shortName(), messages.extent(), messages.sha256()],
        files.map(({ name, shortName, extent, sha256 }) => [name, shortName, extent, sha256]),
        [3],
      ),
    ),
  ]
}

const openPointItems = (memo: PrintableMemo): FlowItem[] =>
  memo.earlier === undefined ? openPointTables(memo) : [paragraph(messages.openPointsNotKept())]

const openPointTables = ({ overrides, findings, comments }: PrintableMemo): FlowItem[] => [
  heading(messages.overrides()),
  tableOrNone(
    textTable(
      [
        messages.input(),
        messages.workbookValue(),
        messages.override(),
        messages.by(),
        messages.when(),
        messages.reason(),
      ],
      overrides.map(({ label, workbookValue, value, by, when, reason }) => [
        label,
        workbookValue,
        value,
        by,
        when,
        reason,
      ]),
    ),
  ),
  heading(messages.findings()),
  tableOrNone(
    textTable(
      [messages.severity(), messages.finding(), messages.where()],
      findings.map(({ severity, title, place }) => [severity, title, place]),
    ),
  ),
  heading(messages.comments()),
  tableOrNone(
    textTable(
      [messages.section(), messages.passage(), messages.author(), messages.when(), messages.comment()],
      comments.map(({ section, quote, author, when, text }) => [section, quote, author, when, text]),
    ),
  ),
]

const auditItems = ({ summary, events, head }: NonNullable<PrintableMemo['auditTrail']>): FlowItem[] => [
  paragraph(summary),
  tableOrNone(
    textTable(
      [messages.event(), messages.when(), messages.who(), messages.what(), messages.hash()],
      events.map(({ number, when, who, what, hash }) => [number, when, who, what, hash]),
      [4],
    ),
  ),
  heading(messages.hashOf({ event: head.event })),
  { kind: 'callout', tone: 'quiet', paragraphs: [[{ text: cleanText(head.hash), code: true }]] },
  paragraph(messages.verify({ event: head.event })),
]
