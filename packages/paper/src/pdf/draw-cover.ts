import { cleanText } from '../content/clean-text.ts'
import { standingOf } from '../content/standing.ts'
import { imageKind } from '../image-kind.ts'
import { paperMessages as messages } from '../messages/paper.ts'
import type { Decision, PrintableMemo } from '../printable-memo.ts'
import type { Draw } from './draw-items.ts'
import type { Element } from './page.ts'
import { type Cell, drawRow, heightOf, lineColors } from './rows.ts'
import { colors, styles, type TextStyle } from './style.ts'

const edge = 57
const logoHeight = 22

export const drawCover = ({ page, text }: Draw, memo: PrintableMemo, parent: Element): void => {
  page.y = edge
  drawBrand({ page, text }, memo, parent)
  page.y = Math.max(page.y + 24, edge + 134)
  drawText({ page, text }, memo.dealName, styles.coverTitle, 'H1', parent)
  page.y += 6
  drawText({ page, text }, memo.subtitle, styles.coverSubtitle, 'P', parent)
  page.y += 26
  drawFigures({ page, text }, memo, parent)
  if (memo.decision !== undefined) drawDecision({ page, text }, memo.decision, parent)
  drawEnd({ page, text }, memo, parent)
}

const drawText = ({ page, text }: Draw, value: string, style: TextStyle, type: string, parent: Element): void => {
  for (const line of text.lines([{ text: cleanText(value) }], style, page.width)) {
    page.ensure(line.height)
    page.tag(parent, type, () => page.line(line, page.left, page.y, page.width))
    page.y += line.height
  }
}

const drawBrand = ({ page, text }: Draw, { house }: PrintableMemo, parent: Element): void => {
  let shift = 0
  if (house.logo !== undefined && imageKind(house.logo) !== undefined) {
    const logo = house.logo
    page.tag(
      parent,
      'Figure',
      () => page.pdf.image(Buffer.from(logo), page.left, page.y - 3, { fit: [120, logoHeight] }),
      cleanText(house.organization),
    )
    shift = 120 + 9
  }
  const lines = text.lines([{ text: cleanText(house.organization) }], styles.brand, page.width - shift)
  for (const line of lines.slice(0, 3)) {
    page.tag(parent, 'P', () =>
      page.line(line, page.left + shift, page.y, page.width - shift, shift > 0 ? 'right' : 'left'),
    )
    page.y += line.height
  }
}

const perRow = 3

const drawFigures = ({ page, text }: Draw, { figures }: PrintableMemo, parent: Element): void => {
  const width = page.width / perRow
  for (let at = 0; at < figures.length; at += perRow) {
    const cells = Array.from({ length: perRow }, (_, n): Cell => {
      const figure = figures[at + n]
      return {
        x: page.left + n * width,
        width,
        align: 'left',
        type: 'Div',
        lines:
          figure === undefined
            ? []
            : [
                ...text.lines([{ text: cleanText(figure.label) }], styles.figureLabel, width - 12),
                ...text.lines([{ text: cleanText(figure.value) }], styles.figureValue, width - 12),
              ],
      }
    })
    drawRow(page, cells, {
      above: 9,
      below: 9,
      parent,
      tag: 'Div',
      ruleBelow: lineColors.thin,
      ...(at === 0 ? { ruleAbove: lineColors.strong } : {}),
    })
  }
}

const inset = 15

const drawDecision = ({ page, text }: Draw, decision: Decision, parent: Element): void => {
  const inner = page.width - 2 * inset
  const left = page.left + inset
  const tone =
    decision.outcome === 'approved' ? colors.approved : decision.outcome === 'rejected' ? colors.breach : undefined
  const titleStyle = { ...styles.decisionTitle, color: tone ?? colors.text }
  const title = text.lines([{ text: cleanText(decision.title) }], titleStyle, inner - 130)
  const date = text.lines([{ text: cleanText(decision.date ?? '') }], styles.decision, 125)
  const conditions = decision.conditions.map(({ text: condition, owner = '', due = '' }, n) => [
    cell(left, 16, text.lines([{ text: `${n + 1}`, quiet: true }], styles.decision, 16)),
    cell(left + 18, inner - 178, text.lines([{ text: cleanText(condition) }], styles.decision, inner - 186)),
    cell(left + inner - 156, 96, text.lines([{ text: cleanText(owner), quiet: true }], styles.decision, 92), 'right'),
    cell(left + inner - 56, 56, text.lines([{ text: cleanText(due), quiet: true }], styles.decision, 56), 'right'),
  ])
  const votes = [decision.votes, decision.signOffs].flatMap((line = '') =>
    text.lines([{ text: cleanText(line) }], { ...styles.decision, color: colors.secondary }, inner),
  )
  const rows: { cells: Cell[]; above: number; isVotes?: boolean }[] = [
    { cells: [cell(left, inner - 130, title), cell(left + inner - 125, 125, date, 'right')], above: 0 },
    ...conditions.map((cells, n) => ({ cells, above: n === 0 ? 6 : 1 })),
    ...(votes.length === 0 ? [] : [{ cells: [cell(left, inner, votes)], above: 8, isVotes: true }]),
  ]
  const height =
    rows.reduce((sum, { cells, above }) => sum + above + Math.max(...cells.map(({ lines }) => heightOf(lines))), 0) +
    (votes.length === 0 ? 0 : 8) +
    26
  page.y += 28
  page.ensure(Math.min(height, page.bottom - 100))
  // Conditions that take more than a page are listed without a box.
  if (page.y + height <= page.bottom) {
    page.artifact(() => {
      page.pdf
        .lineWidth(1.1)
        .roundedRect(page.left, page.y, page.width, height, 6)
        .stroke(tone ?? colors.text)
    })
  }
  page.y += 13
  const block = page.pdf.struct('Div')
  parent.add(block)
  for (const { cells, above, isVotes } of rows) {
    if (isVotes === true) page.y += 8
    drawRow(page, cells, {
      above,
      below: 0,
      parent: block,
      tag: 'Div',
      ...(isVotes === true ? { ruleAbove: lineColors.thin } : {}),
    })
  }
  block.end()
  page.y += 13
}

const cell = (x: number, width: number, lines: Cell['lines'], align: Cell['align'] = 'left'): Cell => ({
  x,
  width,
  lines,
  align,
  type: 'Div',
})

/** At the foot of the cover: who, which version and when. */
const drawEnd = ({ page, text }: Draw, memo: PrintableMemo, parent: Element): void => {
  const half = page.width / 2
  const lines = (values: string[]): Cell['lines'] =>
    values.flatMap((value) => text.lines([{ text: cleanText(value) }], styles.coverEnd, half - 12))
  const left = lines([
    ...(memo.preparedBy.length === 0 ? [] : [messages.preparedBy({ people: memo.preparedBy.join(', ') })]),
    ...standingOf(memo),
  ])
  const right = lines([messages.exported({ when: memo.exportedAtText }), memo.confidentiality])
  const height = Math.max(heightOf(left), heightOf(right))
  page.ensure(height + 20)
  const end = page.pdf.page.height - edge - height
  // A little above the end: rounding must not turn the page.
  page.y = Math.max(page.y + 12, Math.min(end, page.bottom - height - 1))
  drawRow(page, [cell(page.left, half, left), cell(page.left + half, half, right, 'right')], {
    above: 0,
    below: 0,
    parent,
    tag: 'Div',
  })
}

export const drawPartTitle = (
  { page, text }: Draw,
  { number, title }: { number: string; title: string },
  parent: Element,
  onPlaced?: () => void,
): void => {
  const numberLine = text.lines([{ text: number, quiet: true }], { ...styles.part, bold: false }, 90)[0]
  const shift = numberLine === undefined ? 0 : numberLine.width + 9
  const lines = text.lines([{ text: title }], styles.part, page.width - shift)
  page.ensure(Math.min(200, heightOf(lines)) + 84)
  onPlaced?.()
  page.tag(parent, 'H2', () => {
    if (numberLine !== undefined) page.line(numberLine, page.left, page.y, shift)
    for (const line of lines.slice(0, 20)) {
      page.line(line, page.left + shift, page.y, page.width - shift)
      page.y += line.height
    }
  })
  page.y += 7
}
