import type { FlowItem, Paragraph, Run } from '../content/flow.ts'
import { drawable } from '../fonts.ts'
import { chartOf, drawPdfChart } from './draw-chart.ts'
import { drawTable, maxUnsplitRows } from './draw-table.ts'
import type { Element, Page } from './page.ts'
import { type Cell, drawRow, heightOf, lineColors } from './rows.ts'
import { colors, styles, type TextStyle } from './style.ts'
import type { Line, TextLines } from './text-lines.ts'

const indentWidth = 14

/** The next thing starts on the same page as the heading above it. */
const roomBelowHeading = 76

export interface Draw {
  page: Page
  text: TextLines
}

/** Draws the items of a section below each other. */
export const drawItems = ({ page, text }: Draw, items: readonly FlowItem[], parent: Element): void => {
  for (const [n, item] of items.entries()) {
    switch (item.kind) {
      case 'heading':
        drawHeading({ page, text }, item.runs, item.level, parent)
        break
      case 'paragraph':
        if (item.style === 'caption') page.ensure(24 + roomFor(items[n + 1], page))
        drawParagraph({ page, text }, item, parent)
        break
      case 'rule':
        page.ensure(16)
        page.artifact(() => page.rule(page.y + 8))
        page.y += 16
        break
      case 'table':
        drawTable(page, text, item, parent)
        break
      case 'kpis':
        drawKpis({ page, text }, item.items, parent)
        break
      case 'chart':
        drawPdfChart(page, chartOf(item.view, page), parent)
        break
      case 'callout':
        drawCallout({ page, text }, item, parent)
        break
    }
  }
}

/** A caption stays with what it is about. */
const roomFor = (item: FlowItem | undefined, page: Page): number => {
  if (item?.kind === 'chart') return chartOf(item.view, page).height
  return item?.kind === 'table' && item.rows.length <= maxUnsplitRows ? item.rows.length * 19 + 24 : 40
}

/** Draws lines that may continue on the next page, as one element. */
const drawLines = (
  page: Page,
  lines: readonly Line[],
  place: { x: number; width: number; type: string; parent: Element; before?: () => void },
): void => {
  const element = page.pdf.struct(place.type)
  place.parent.add(element)
  const open = (): void => {
    element.add(page.pdf.markStructureContent(place.type))
  }
  const [first] = lines
  if (first !== undefined) page.ensure(first.height * Math.min(2, lines.length))
  open()
  place.before?.()
  lines.forEach((line, n) => {
    // The last line does not stand alone on a page.
    const needed = n === lines.length - 2 ? line.height * 2 : line.height
    if (page.y + needed > page.bottom && !page.isAtTop()) {
      page.pdf.endMarkedContent()
      page.next()
      open()
    }
    page.line(line, place.x, page.y, place.width)
    page.y += line.height
  })
  page.pdf.endMarkedContent()
  element.end()
}

export const drawHeading = ({ page, text }: Draw, runs: readonly Run[], level: number, parent: Element): void => {
  const style = level === 1 ? styles.heading1 : level === 2 ? styles.heading2 : styles.heading3
  const lines = text.lines(runs, style, page.width)
  if (lines.length === 0) return
  page.ensure(Math.min(heightOf(lines), 200) + 12 + roomBelowHeading)
  if (!page.isAtTop()) page.y += 12
  drawLines(page, lines, { x: page.left, width: page.width, type: `H${Math.min(6, level + 2)}`, parent })
  page.y += 4
}

const after: Readonly<Record<Paragraph['style'], number>> = { body: 7, quote: 7, code: 0, note: 8, caption: 4 }

export const drawParagraph = ({ page, text }: Draw, item: Paragraph, parent: Element): void => {
  const { runs, indent, marker } = item
  const style: TextStyle = styles[item.style]
  const shift = indent * indentWidth
  const width = page.width - shift
  const lines = text.lines(runs, style, width)
  if (item.style === 'caption' && !page.isAtTop()) page.y += 8
  drawLines(page, lines, {
    x: page.left + shift,
    width,
    type: 'P',
    parent,
    before: () => {
      const [line] = marker === undefined ? [] : text.lines([{ text: drawable(marker) }], style, 200)
      if (line !== undefined) page.line(line, page.left + shift - Math.max(10, line.width + 3), page.y, line.width)
    },
  })
  page.y += marker === undefined && item.style !== 'code' ? after[item.style] : Math.min(3, after[item.style])
}

const drawKpis = (
  { page, text }: Draw,
  items: readonly { label: string; value: Run[]; note?: Run[] }[],
  parent: Element,
): void => {
  const perRow = Math.min(6, Math.max(1, items.length))
  const width = page.width / (items.length > 6 ? 5 : perRow)
  const count = items.length > 6 ? 5 : perRow
  page.y += 4
  for (let at = 0; at < items.length; at += count) {
    const cells = items.slice(at, at + count).map((item, n): Cell => {
      const inner = width - 10
      return {
        x: page.left + n * width,
        width,
        align: 'left',
        type: 'Div',
        lines: [
          ...text.lines([{ text: item.label }], styles.kpiLabel, inner),
          ...text.lines(item.value, styles.kpiValue, inner),
          ...text.lines(item.note ?? [], styles.kpiNote, inner),
        ],
      }
    })
    const block = page.pdf.struct('Div')
    parent.add(block)
    drawRow(page, cells, {
      above: 6,
      below: 6,
      parent: block,
      ruleAbove: lineColors.thin,
      ruleBelow: lineColors.thin,
      tag: 'Div',
    })
    block.end()
  }
  page.y += 10
}

const drawCallout = (
  { page, text }: Draw,
  { tone, title, paragraphs }: Extract<FlowItem, { kind: 'callout' }>,
  parent: Element,
): void => {
  const inset = 11
  const inner = page.width - 2 * inset
  const lines = [
    ...text.lines(title ?? [], { ...styles.decision, bold: true }, inner),
    ...paragraphs.flatMap((runs) => text.lines(runs, styles.decision, inner)),
  ]
  const block = page.pdf.struct('Div')
  parent.add(block)
  const cell: Cell = {
    x: page.left,
    width: page.width,
    lines,
    align: 'left',
    type: 'Div',
    fill: tone === 'warning' ? colors.warningFill : colors.well,
    bar: tone === 'warning' ? colors.warningLine : colors.strongLine,
  }
  page.y += 4
  drawRow(page, [cell], { above: 7, below: 7, inset, parent: block, tag: 'Div' })
  block.end()
  page.y += 9
}
