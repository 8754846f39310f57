import { AlignmentType, BorderStyle, HeadingLevel, ImageRun, Paragraph, ShadingType, type Table, TextRun } from 'docx'
import type { FlowItem } from '../content/flow.ts'
import { colors } from '../pdf/style.ts'
import { chartImage } from './chart-image.ts'
import type { WordRuns } from './word-runs.ts'
import { wordTables } from './word-table.ts'

const indentWidth = 280

const headings = [HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4] as const

const paragraphStyles = {
  body: 'MemoBody',
  quote: 'MemoQuote',
  code: 'MemoCode',
  note: 'MemoNote',
  caption: 'MemoCaption',
} as const

export interface WordPage {
  runs: WordRuns
  /** The width of the text, in twentieths of a point. */
  width: number
}

/** The items of a section as paragraphs and tables. */
export const wordItems = (page: WordPage, items: readonly FlowItem[]): (Paragraph | Table)[] =>
  items.flatMap((item) => wordItem(page, item))

const wordItem = ({ runs, width }: WordPage, item: FlowItem): (Paragraph | Table)[] => {
  switch (item.kind) {
    case 'heading': {
      const heading = headings[Math.min(item.level, headings.length) - 1] ?? HeadingLevel.HEADING_2
      return [new Paragraph({ heading, children: runs.of(item.runs) })]
    }
    case 'paragraph': {
      const left = item.indent * indentWidth
      const marker = item.marker === undefined ? [] : [new TextRun({ text: `${item.marker}\t` })]
      return [
        new Paragraph({
          style: paragraphStyles[item.style],
          ...(left === 0 ? {} : { indent: { left, hanging: item.marker === undefined ? 0 : indentWidth } }),
          children: [...marker, ...runs.of(item.runs)],
        }),
      ]
    }
    case 'rule':
      return [
        new Paragraph({
          style: 'MemoBody',
          border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: colors.line.slice(1), space: 1 } },
        }),
      ]
    case 'table':
      return wordTables(runs, item, width)
    case 'kpis':
      return chunks(item.items, item.items.length > 6 ? 5 : 6).flatMap((row) =>
        wordTables(
          runs,
          {
            kind: 'table',
            columns: row.map(({ label }) => ({ label: [{ text: label, quiet: true }], align: 'left' })),
            rows: [
              { cells: row.map(({ value }) => ({ runs: value })), total: true },
              { cells: row.map(({ note }) => ({ runs: note ?? [] })) },
            ],
          },
          width,
        ),
      )
    case 'chart': {
      const image = chartImage(item.view, width / 15)
      return [
        new Paragraph({
          style: 'MemoBody',
          alignment: AlignmentType.LEFT,
          children: [
            new ImageRun({
              type: 'svg',
              data: image.svg,
              transformation: { width: Math.round(image.width), height: Math.round(image.height) },
              fallback: { type: 'png', data: image.png },
              altText: { name: 'Chart', description: image.description, title: item.view.title ?? 'Chart' },
            }),
          ],
        }),
      ]
    }
    case 'callout': {
      const look = {
        style: 'MemoCallout',
        shading: {
          type: ShadingType.CLEAR,
          fill: (item.tone === 'warning' ? colors.warningFill : colors.well).slice(1),
        },
        border: {
          left: {
            style: BorderStyle.SINGLE,
            size: 16,
            space: 6,
            color: (item.tone === 'warning' ? colors.warningLine : colors.strongLine).slice(1),
          },
        },
      } as const
      return [
        ...(item.title === undefined
          ? []
          : [new Paragraph({ ...look, keepNext: true, children: runs.of(item.title, { bold: true }) })]),
        ...item.paragraphs.map((children) => new Paragraph({ ...look, children: runs.of(children) })),
        new Paragraph({ style: 'MemoNote', children: [] }),
      ]
    }
  }
}

const chunks = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, n) => values.slice(n * size, (n + 1) * size))
