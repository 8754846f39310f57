import type { BlockView, FactView, GridView, KpiView, RiskView, TableView } from '@deal-canvas/memo'
import { paperMessages as messages } from '../messages/paper.ts'
import { cleanText } from './clean-text.ts'
import type { FlowItem, PrintedRow, Run } from './flow.ts'

/** A block of the memo as items to print: the same numbers as on the page. */
export const viewItems = (view: BlockView): FlowItem[] => {
  switch (view.view) {
    case 'kpis':
      return kpiItems(view)
    case 'table':
      return tableItems(view)
    case 'grid':
      return gridItems(view)
    case 'tornado':
      return [...title(view.title), { kind: 'chart', view }, ...note(rangesOf(view.bars))]
    case 'histogram':
      return [...title(view.title), { kind: 'chart', view }, ...note(view.note)]
    case 'series':
      return [...title(view.title, view.unit), { kind: 'chart', view }, ...note(view.source)]
    case 'fact':
      return factItems(view)
    case 'risk':
      return riskItems(view)
    case 'unavailable':
      return [
        ...title(view.title),
        { kind: 'callout', tone: 'quiet', paragraphs: [[text(messages.unavailable({ reason: view.reason }))]] },
      ]
  }
}

const text = (value: string, style: Omit<Run, 'text'> = {}): Run => ({ ...style, text: cleanText(value) })

const title = (value?: string, detail?: string): FlowItem[] => {
  const runs = [
    ...(value === undefined ? [] : [text(value)]),
    ...(detail === undefined ? [] : [text(`${value === undefined ? '' : '  '}${detail}`, { quiet: true })]),
  ]
  return runs.length === 0 ? [] : [{ kind: 'paragraph', style: 'caption', indent: 0, runs }]
}

const note = (value?: string): FlowItem[] =>
  value === undefined || value === '' ? [] : [{ kind: 'paragraph', style: 'note', indent: 0, runs: [text(value)] }]

const rangesOf = (bars: { label: string; range: string }[]): string =>
  bars.map(({ label, range }) => `${label} ${range}`).join('; ')

const kpiItems = (view: KpiView): FlowItem[] => [
  ...title(view.title),
  {
    kind: 'kpis',
    items: view.items.map(({ label, value, note: below, breached, overridden, unconfirmed }) => ({
      label: cleanText(label),
      value: [
        text(`${value}${overridden === true ? '†' : ''}${unconfirmed === true ? '‡' : ''}`, {
          bold: true,
          breached: breached === true,
        }),
      ],
      ...(below === undefined ? {} : { note: [text(below, breached === true ? { breached: true } : { quiet: true })] }),
    })),
  },
]

/** A column of words begins at the left, one of numbers ends at the right. */
const isTextColumn = (rows: TableView['rows'], n: number): boolean => {
  const filled = rows.flatMap(({ cells }) => cells[n] ?? []).filter((cell) => cell.text !== '')
  return filled.filter(({ isText }) => isText === true).length * 2 > filled.length
}

const tableItems = ({ title: name, unit, columns, rows, source }: TableView): FlowItem[] => {
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length))
  const printed = rows.map(
    ({ label, cells, total, heading }): PrintedRow => ({
      total: total === true,
      heading: heading === true,
      cells: [
        { runs: [text(label)] },
        ...Array.from({ length: width }, (_, n) => {
          const cell = cells[n]
          if (cell === undefined) return { runs: [] }
          const marks = `${cell.changed === true ? '†' : ''}${cell.breached === true ? ' *' : ''}`
          const breached = cell.breached === true
          return { runs: [text(`${cell.text}${marks}`, { breached, bold: breached })] }
        }),
      ],
    }),
  )
  const cells = rows.flatMap((row) => row.cells)
  const legend = [
    source,
    cells.some(({ breached }) => breached === true) ? messages.missed() : undefined,
    cells.some(({ changed }) => changed === true) ? messages.changed() : undefined,
  ]
  return [
    ...title(name, unit),
    {
      kind: 'table',
      columns: [
        { label: [], align: 'left' },
        ...Array.from({ length: width }, (_, n) => {
          const column = columns[n]
          const detail = column?.detail === undefined ? [] : [text(` ${column.detail}`, { quiet: true })]
          return {
            label: [text(column?.label ?? ''), ...detail],
            align: isTextColumn(rows, n) ? ('left' as const) : ('right' as const),
          }
        }),
      ],
      rows: printed,
    },
    ...note(legend.filter((part) => part !== undefined).join('. ')),
  ]
}

const gridItems = ({
  title: name,
  rowInput,
  columnInput,
  rows,
  columns,
  texts,
  present,
  limit,
}: GridView): FlowItem[] => [
  ...title(name, messages.gridInputs({ rows: rowInput, columns: columnInput })),
  {
    kind: 'table',
    heat: true,
    columns: [
      { label: [], align: 'left' },
      ...columns.map((label) => ({ label: [text(label)], align: 'center' as const })),
    ],
    rows: rows.map((label, row) => ({
      cells: [
        { runs: [text(label, { quiet: true })], fill: 'header' as const },
        ...columns.map((_, column) => {
          const breached = limit?.breached[row]?.[column] === true
          const isPresent = present?.row === row && present.column === column
          return {
            runs: [text(texts[row]?.[column] ?? '', { breached, bold: isPresent })],
            ...(breached ? { fill: 'breach' as const } : {}),
            framed: isPresent,
          }
        }),
      ],
    })),
  },
  ...note(
    [
      present === undefined ? undefined : messages.presentValue(),
      limit === undefined ? undefined : messages.belowLimit({ limit: limit.label }),
    ]
      .filter((part) => part !== undefined)
      .join('. '),
  ),
]

const placeOf = ({ document, page }: { document: string; page?: number }): string =>
  page === undefined ? document : messages.page({ document, page })

const factItems = (view: FactView): FlowItem[] => [
  {
    kind: 'callout',
    tone: view.contradiction === undefined ? 'quiet' : 'warning',
    paragraphs: [
      [text(`“${view.quote}”`), text(` ${placeOf(view)}`, { quiet: true })],
      ...(view.contradiction === undefined
        ? []
        : [[text(messages.contradiction({ document: view.document, ...view.contradiction }), { bold: true })]]),
    ],
  },
]

const riskItems = ({ statement, severity, mitigant, owner, evidence }: RiskView): FlowItem[] => [
  {
    kind: 'callout',
    tone: severity === 'high' ? 'warning' : 'quiet',
    title: [text(messages.risk({ severity }))],
    paragraphs: [
      [text(statement)],
      ...(mitigant === undefined ? [] : [[text(messages.mitigant({ mitigant }))]]),
      ...(owner === undefined ? [] : [[text(messages.riskOwner({ owner }), { quiet: true })]]),
      ...evidence.map((found) => [
        text(
          found.kind === 'metric'
            ? messages.evidenceMetric({ label: found.label, value: found.value })
            : messages.evidenceQuote({ quote: found.quote, place: placeOf(found) }),
          { quiet: true },
        ),
      ]),
    ],
  },
]
