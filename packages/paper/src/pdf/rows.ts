import type { Element, Page } from './page.ts'
import { colors } from './style.ts'
import type { Line } from './text-lines.ts'

export interface Cell {
  x: number
  width: number
  lines: Line[]
  align: 'left' | 'right' | 'center'
  fill?: string
  /** A line around the cell. */
  frame?: string
  /** Marked with a vertical bar at the left. */
  bar?: string
  type: 'TH' | 'TD' | 'Div'
}

export interface RowOptions {
  above: number
  below: number
  /** Space beside the text of a cell. */
  inset?: number
  ruleAbove?: string
  ruleBelow?: string
  parent: Element
  /** The element of the row. */
  tag?: 'TR' | 'Div'
  /** One element for the whole row instead of one for each cell. */
  isCoarse?: boolean
  /** Repeats the headings on a new page. */
  onNewPage?: () => void
}

export const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { height }) => sum + height, 0)

/** Draws cells beside each other; a row that is higher than the page continues on the next. */
export const drawRow = (page: Page, cells: readonly Cell[], options: RowOptions): void => {
  const { above, below, parent, onNewPage } = options
  const height = above + below + Math.max(0, ...cells.map(({ lines }) => heightOf(lines)))
  const turn = (): void => {
    page.next()
    onNewPage?.()
  }
  const free = page.bottom - page.y
  // A row that fits on a page is not split, nor one that has hardly begun.
  if (height > free && !page.isAtTop() && (height < page.bottom - 180 || free < 60)) turn()
  const row = options.isCoarse === true ? undefined : page.pdf.struct(options.tag ?? 'TR')
  if (row !== undefined) parent.add(row)
  const elements = new Map<Cell, Element>()
  const rest = cells.map(({ lines }) => [...lines])
  do {
    const available = page.bottom - page.y - above - below
    const slices = rest.map((lines) => takeLines(lines, available))
    drawSlice(page, cells, slices, { ...options, row, elements })
    if (rest.some(({ length }) => length > 0)) turn()
  } while (rest.some(({ length }) => length > 0))
}

/** At least one line, so that a row always comes to an end. */
const takeLines = (lines: Line[], available: number): Line[] => {
  let used = 0
  let count = 0
  for (const { height } of lines) {
    if (count > 0 && used + height > available) break
    used += height
    count++
  }
  return lines.splice(0, count)
}

interface Slice extends RowOptions {
  row: Element | undefined
  elements: Map<Cell, Element>
}

const drawSlice = (page: Page, cells: readonly Cell[], slices: Line[][], options: Slice): void => {
  const { above, below, inset = 0, ruleAbove, ruleBelow, row, elements, parent, isCoarse } = options
  const height = above + below + Math.max(0, ...slices.map(heightOf))
  const top = page.y
  page.artifact(() => {
    for (const { x, width, fill, frame, bar } of cells) {
      if (fill !== undefined) page.pdf.rect(x, top, width, height).fill(fill)
      if (bar !== undefined) page.pdf.rect(x, top, 2, height).fill(bar)
      if (frame !== undefined)
        page.pdf
          .lineWidth(1.1)
          .rect(x + 1, top + 1, width - 2, height - 2)
          .stroke(frame)
    }
    if (ruleAbove !== undefined) page.rule(top, ruleAbove, ...spanOf(cells))
    if (ruleBelow !== undefined) page.rule(top + height, ruleBelow, ...spanOf(cells))
  })
  const drawCell = (cell: Cell, lines: readonly Line[]): void => {
    let y = top + above
    for (const line of lines) {
      page.line(line, cell.x + inset, y, cell.width - 2 * inset, cell.align)
      y += line.height
    }
  }
  if (isCoarse === true || row === undefined) {
    page.tag(parent, 'P', () => {
      for (const [n, cell] of cells.entries()) drawCell(cell, slices[n] ?? [])
    })
  } else {
    for (const [n, cell] of cells.entries()) {
      const element = elements.get(cell)
      if (element === undefined)
        elements.set(
          cell,
          page.tag(row, cell.type, () => drawCell(cell, slices[n] ?? [])),
        )
      else {
        element.add(page.pdf.markStructureContent(cell.type))
        drawCell(cell, slices[n] ?? [])
        page.pdf.endMarkedContent()
      }
    }
  }
  page.y = top + height
}

const spanOf = (cells: readonly Cell[]): [number, number] => {
  const left = Math.min(...cells.map(({ x }) => x))
  return [left, Math.max(...cells.map(({ x, width }) => x + width)) - left]
}

export const lineColors = { strong: colors.strongLine, thin: colors.line, dark: colors.text }
