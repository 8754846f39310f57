import { AlignmentType, BorderStyle, HeadingLevel, ImageRun, Paragraph, type Table, TextRun } from 'docx'
import { textTable } from '../content/appendices.ts'
import { cleanText } from '../content/clean-text.ts'
import type { PrintedTable, Run } from '../content/flow.ts'
import { standingOf } from '../content/standing.ts'
import { imageKind, imageSize } from '../image-kind.ts'
import { paperMessages as messages } from '../messages/paper.ts'
import { colors } from '../pdf/style.ts'
import type { Decision, PrintableMemo } from '../printable-memo.ts'
import type { WordPage } from './word-items.ts'
import { wordTables } from './word-table.ts'

export const wordCover = (page: WordPage, memo: PrintableMemo): (Paragraph | Table)[] => [
  brand(memo),
  new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(cleanText(memo.dealName))] }),
  new Paragraph({ style: 'MemoSubtitle', children: [new TextRun(cleanText(memo.subtitle))] }),
  ...(memo.figures.length === 0 ? [] : wordTables(page.runs, figureTable(memo), page.width)),
  ...(memo.decision === undefined ? [] : decisionBox(page, memo.decision)),
  ...[
    ...(memo.preparedBy.length === 0 ? [] : [messages.preparedBy({ people: memo.preparedBy.join(', ') })]),
    ...standingOf(memo),
    messages.exported({ when: memo.exportedAtText }),
    memo.confidentiality,
  ].map(
    (value, n) =>
      new Paragraph({
        style: 'MemoNote',
        spacing: { before: n === 0 ? 600 : 0, after: 0 },
        children: [new TextRun(cleanText(value))],
      }),
  ),
]

const logoHeight = 30

const brand = ({ house }: PrintableMemo): Paragraph => {
  const name = new TextRun({ text: cleanText(house.organization), bold: true, size: 22 })
  const kind = house.logo === undefined ? undefined : imageKind(house.logo)
  const size = house.logo === undefined ? undefined : imageSize(house.logo)
  if (house.logo === undefined || kind === undefined || size === undefined) return new Paragraph({ children: [name] })
  const scale = Math.min(logoHeight / size.height, 160 / size.width)
  return new Paragraph({
    children: [
      new ImageRun({
        type: kind,
        data: house.logo,
        transformation: {
          width: Math.max(1, Math.round(size.width * scale)),
          height: Math.max(1, Math.round(size.height * scale)),
        },
        altText: { name: 'Logo', description: cleanText(house.organization), title: cleanText(house.organization) },
      }),
      new TextRun({ text: '   ' }),
      name,
    ],
  })
}

const perRow = 3

/** Labels above their values, three in a row. */
const figureTable = ({ figures }: PrintableMemo): PrintedTable => {
  const rows = Array.from({ length: Math.ceil(figures.length / perRow) }, (_, n) =>
    figures.slice(n * perRow, (n + 1) * perRow),
  )
  const cells = (row: typeof figures, run: (figure: (typeof figures)[number]) => Run) =>
    Array.from({ length: perRow }, (_, n) => ({ runs: row[n] === undefined ? [] : [run(row[n])] }))
  return {
    kind: 'table',
    columns: Array.from({ length: perRow }, () => ({ label: [], align: 'left' as const })),
    rows: rows.flatMap((row) => [
      { cells: cells(row, ({ label }) => ({ text: cleanText(label), quiet: true })) },
      { cells: cells(row, ({ value }) => ({ text: cleanText(value) })), total: true },
    ]),
  }
}

const decisionBox = ({ runs, width }: WordPage, decision: Decision): (Paragraph | Table)[] => {
  const tone =
    decision.outcome === 'approved' ? colors.approved : decision.outcome === 'rejected' ? colors.breach : colors.text
  const border = { style: BorderStyle.SINGLE, size: 8, space: 6, color: tone.slice(1) } as const
  const conditions = decision.conditions.map(({ text, owner, due }, n) => [`${n + 1}`, text, owner, due])
  return [
    new Paragraph({
      spacing: { before: 400, after: 80 },
      keepNext: true,
      border: { top: border },
      children: [new TextRun({ text: cleanText(decision.title), bold: true, size: 27, color: tone.slice(1) })],
    }),
    ...(decision.date === undefined
      ? []
      : [
          new Paragraph({
            style: 'MemoNote',
            alignment: AlignmentType.LEFT,
            children: [new TextRun(cleanText(decision.date))],
          }),
        ]),
    ...(conditions.length === 0 ? [] : wordTables(runs, textTable(['', '', '', ''], conditions), width)),
    ...(decision.votes === undefined || decision.signOffs === undefined
      ? []
      : [new Paragraph({ style: 'MemoNote', children: [new TextRun(cleanText(decision.votes))] })]),
    new Paragraph({
      style: 'MemoNote',
      border: { bottom: border },
      children: [decision.signOffs ?? decision.votes].flatMap((line) =>
        line === undefined ? [] : [new TextRun(cleanText(line))],
      ),
    }),
  ]
}
