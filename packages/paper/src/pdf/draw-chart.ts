import { type ChartView, type Drawing, drawChart, paperPalette, type Shape } from '@deal-canvas/memo'
import { cleanText } from '../content/clean-text.ts'
import { drawable } from '../fonts.ts'
import { type Element, features, type Page } from './page.ts'

/** Shapes are in pixels of the page. */
const scale = 0.75
const fontSize = 11

export const chartOf = (view: ChartView, page: Page): { drawing: Drawing; height: number } => {
  const drawing = drawChart(view, page.width / scale)
  return { drawing, height: drawing.height * scale }
}

/** Draws a chart as vectors. */
export const drawPdfChart = (page: Page, { drawing, height }: ReturnType<typeof chartOf>, parent: Element): void => {
  page.ensure(height)
  const { pdf } = page
  page.tag(
    parent,
    'Figure',
    () => {
      pdf.save().translate(page.left, page.y).scale(scale)
      for (const shape of drawing.shapes) drawShape(page, shape)
      pdf.restore()
    },
    cleanText(drawing.description),
  )
  page.y += height + 6
}

const drawShape = ({ pdf }: Page, shape: Shape): void => {
  const color = paperPalette[shape.role]
  switch (shape.shape) {
    case 'rectangle':
      pdf.rect(shape.x, shape.y, shape.width, shape.height).fill(color)
      return
    case 'line':
      if (shape.dashed === true) pdf.dash(3, { space: 3 })
      pdf.lineWidth(1).moveTo(shape.x1, shape.y1).lineTo(shape.x2, shape.y2).stroke(color)
      if (shape.dashed === true) pdf.undash()
      return
    case 'polyline':
      for (const [n, { x, y }] of shape.points.entries()) {
        if (n === 0) pdf.moveTo(x, y)
        else pdf.lineTo(x, y)
      }
      pdf.lineWidth(2).stroke(color)
      return
    case 'text': {
      const text = drawable(cleanText(shape.text))
      if (text.trim() === '') return
      pdf
        .font(shape.bold === true ? 'bold' : 'regular')
        .fontSize(fontSize)
        .fillColor(color)
      const width = pdf.widthOfString(text, { features })
      const x = shape.x - (shape.anchor === 'end' ? width : shape.anchor === 'middle' ? width / 2 : 0)
      pdf.text(text, x, shape.y, { lineBreak: false, baseline: 'alphabetic', features })
    }
  }
}
