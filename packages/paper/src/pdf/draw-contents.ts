import type { Part } from '../content/appendices.ts'
import { textTable } from '../content/appendices.ts'
import { cleanText } from '../content/clean-text.ts'
import { paperMessages as messages } from '../messages/paper.ts'
import type { PrintableMemo } from '../printable-memo.ts'
import { drawPartTitle } from './draw-cover.ts'
import { type Draw, drawHeading, drawParagraph } from './draw-items.ts'
import { drawTable } from './draw-table.ts'
import type { Element } from './page.ts'
import { colors, styles } from './style.ts'

/** Writes the page number of a part into the contents, once it is known. */
export type FillContents = (part: number, page: number) => void

export const destinationOf = (part: number): string => `part-${part}`

const numberWidth = 40

/** The contents, how to read the numbers, and what is open. */
export const drawContents = (
  { page, text }: Draw,
  memo: PrintableMemo,
  parts: readonly Part[],
  parent: Element,
): FillContents => {
  const { pdf } = page
  drawPartTitle({ page, text }, { number: '', title: messages.contents() }, parent)
  const list = pdf.struct('TOC')
  parent.add(list)
  const entries = parts.map((part, n) => {
    const lines = text.lines([{ text: part.title }], styles.body, page.width - 22 - numberWidth)
    const height = 7.5 + lines.length * (lines[0]?.height ?? 15)
    page.ensure(Math.min(height, 300))
    if (part.isAppendix && parts[n - 1]?.isAppendix === false) {
      page.artifact(() => page.rule(page.y + 4))
      page.y += 8
    }
    const entry = pdf.struct('TOCI')
    list.add(entry)
    entry.add(pdf.markStructureContent('TOCI'))
    const [number] = text.lines([{ text: part.number, quiet: true }], styles.body, 40)
    const top = page.y + 3.75
    if (number !== undefined) page.line(number, page.left, top, 22)
    let y = top
    for (const line of lines.slice(0, 12)) {
      page.line(line, page.left + 22, y, page.width)
      y += line.height
    }
    pdf.goTo(page.left, page.y, page.width, height, destinationOf(n))
    pdf.endMarkedContent()
    const last = lines.slice(0, 12).at(-1)
    const found = {
      entry,
      page: pdf.bufferedPageRange().count - 1,
      y: y - (last?.height ?? 15),
      from: (last?.width ?? 0) + 28,
    }
    page.y = y + 3.75
    return found
  })
  page.y += 18
  drawHeading({ page, text }, [{ text: messages.howToRead() }], 2, parent)
  drawParagraph(
    { page, text },
    { kind: 'paragraph', style: 'body', indent: 0, runs: [{ text: messages.howToReadText(), quiet: true }] },
    parent,
  )
  if (memo.openItems.length > 0) {
    drawHeading({ page, text }, [{ text: messages.openAtExport() }], 2, parent)
    const rows = memo.openItems.map(({ item, place, owner, due }) =>
      [item, place, owner, due].map((value) => cleanText(value ?? '')),
    )
    drawTable(
      page,
      text,
      textTable([messages.item(), messages.where(), messages.owner(), messages.due()], rows),
      parent,
    )
  }
  return (part, number) => {
    const entry = entries[part]
    if (entry === undefined) return
    const { entry: element, page: place, y, from } = entry
    pdf.switchToPage(place)
    const [line] = text.lines([{ text: String(number) }], styles.body, numberWidth)
    if (line === undefined) return
    const end = page.left + page.width - line.width - 6
    page.artifact(() => {
      if (end <= page.left + from) return
      pdf
        .lineWidth(0.6)
        .dash(0.6, { space: 2.4 })
        .moveTo(page.left + from, y + 11)
        .lineTo(end, y + 11)
        .stroke(colors.strongLine)
        .undash()
    })
    element.add(pdf.markStructureContent('TOCI'))
    page.line(line, page.left, y, page.width, 'right')
    pdf.endMarkedContent()
    element.end()
  }
}
