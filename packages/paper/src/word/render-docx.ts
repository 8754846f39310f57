import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  Tab,
  TableOfContents,
  TabStopType,
  TextRun,
} from 'docx'
import { TextWatermark } from 'docx/watermarks'
import { type Part, textTable } from '../content/appendices.ts'
import { cleanText } from '../content/clean-text.ts'
import { partsOf } from '../content/parts.ts'
import type { SourceNumbers } from '../content/source-numbers.ts'
import { standingOf } from '../content/standing.ts'
import { paperMessages as messages } from '../messages/paper.ts'
import { accentOf, colors } from '../pdf/style.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import { stablePackage } from './stable-package.ts'
import { wordCover } from './word-cover.ts'
import { type WordPage, wordItems } from './word-items.ts'
import { createWordRuns } from './word-runs.ts'
import { wordStyles } from './word-styles.ts'
import { wordTables } from './word-table.ts'

/** In twentieths of a point. */
const papers = { letter: { width: 12_240, height: 15_840 }, a4: { width: 11_906, height: 16_838 } } as const
const margin = 1_140

/** The memo as a Word document. The same memo gives the same bytes. */
export const renderDocx = async (memo: PrintableMemo): Promise<Uint8Array> => {
  const { parts, sources } = partsOf(memo)
  const accent = accentOf(memo.house.accent).slice(1)
  const paper = papers[memo.house.paper]
  const page: WordPage = { runs: createWordRuns(accent), width: paper.width - 2 * margin }
  const properties = {
    page: { size: paper, margin: { top: 1_300, bottom: 1_200, left: margin, right: margin, header: 560, footer: 520 } },
    titlePage: true,
  }
  const document = new Document({
    title: cleanText(memo.dealName),
    subject: cleanText(memo.subtitle),
    creator: cleanText(memo.house.organization),
    lastModifiedBy: cleanText(memo.house.organization),
    description: cleanText(`${memo.version}, ${memo.versionDate}`),
    features: { updateFields: true },
    styles: wordStyles(accent),
    footnotes: footnotesOf(sources),
    sections: [
      {
        properties,
        headers: { default: header(memo, page.width), first: new Header({ children: [watermark(memo, [])] }) },
        footers: { default: footer(memo, page.width), first: new Footer({ children: [new Paragraph({})] }) },
        children: [
          ...wordCover(page, memo),
          ...contents(page, memo),
          ...parts.flatMap((part, n) => [partTitle(part, n === 0), ...wordItems(page, part.items)]),
        ],
      },
    ],
  })
  return stablePackage(await Packer.pack(document, 'uint8array'), memo.exportedAt)
}

const partTitle = ({ number, title, isAppendix }: Part, isFirst: boolean): Paragraph =>
  new Paragraph({
    heading: HeadingLevel.HEADING_1,
    pageBreakBefore: isFirst || isAppendix,
    children: [new TextRun({ text: `${number}  `, bold: false, color: colors.quiet.slice(1) }), new TextRun(title)],
  })

const contents = (page: WordPage, memo: PrintableMemo) => [
  new Paragraph({ style: 'MemoContents', pageBreakBefore: true, children: [new TextRun(messages.contents())] }),
  new TableOfContents(messages.contents(), { hyperlink: true, headingStyleRange: '1-1' }),
  new Paragraph({ style: 'MemoCaption', children: [new TextRun(messages.howToRead())] }),
  new Paragraph({ style: 'MemoBody', children: [new TextRun(messages.howToReadText())] }),
  ...(memo.openItems.length === 0
    ? []
    : [
        new Paragraph({ style: 'MemoCaption', children: [new TextRun(messages.openAtExport())] }),
        ...wordTables(
          page.runs,
          textTable(
            [messages.item(), messages.where(), messages.owner(), messages.due()],
            memo.openItems.map(({ item, place, owner, due }) => [item, place, owner, due]),
          ),
          page.width,
        ),
      ]),
]

const footnotesOf = (sources: SourceNumbers) =>
  Object.fromEntries(
    sources.numbered().map(({ number, source: { label, value, place, confirmedBy } }) => {
      const confirmed =
        confirmedBy === undefined ? messages.notConfirmed() : messages.confirmedByPerson({ name: confirmedBy })
      const text = ` ${label}, ${value}. ${place}. ${confirmed}.`
      return [number, { children: [new Paragraph({ children: [new TextRun(cleanText(text))] })] }]
    }),
  )

const running = { size: 15, color: colors.quiet.slice(1) } as const

/** Two texts at both ends of a line. */
const ends = (left: string, right: ParagraphChild): ParagraphChild[] => [
  new TextRun({ ...running, text: cleanText(left) }),
  new TextRun({ children: [new Tab()] }),
  right,
]

const watermark = ({ watermark: text }: PrintableMemo, children: ParagraphChild[], width?: number): Paragraph =>
  new Paragraph({
    alignment: AlignmentType.LEFT,
    ...(width === undefined ? {} : { tabStops: [{ type: TabStopType.RIGHT, position: width }] }),
    children: [
      ...(text === undefined || text.trim() === '' ? [] : [new TextWatermark({ text: cleanText(text) })]),
      ...children,
    ],
  })

const header = (memo: PrintableMemo, width: number): Header =>
  new Header({
    children: [
      watermark(
        memo,
        ends(
          messages.runningTitle({ deal: memo.dealName }),
          new TextRun({
            ...running,
            text: cleanText(messages.versionLine({ version: memo.version, date: memo.versionDate })),
          }),
        ),
        width,
      ),
    ],
  })

const footer = (memo: PrintableMemo, width: number): Footer =>
  new Footer({
    children: [
      new Paragraph({
        tabStops: [{ type: TabStopType.RIGHT, position: width }],
        children: ends(
          memo.confidentiality,
          new TextRun({ ...running, children: [PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] }),
        ),
      }),
      new Paragraph({ children: [new TextRun({ ...running, text: cleanText(standingOf(memo).join('. ')) })] }),
    ],
  })
