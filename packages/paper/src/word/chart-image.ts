import { type ChartView, type Drawing, drawChart, paperPalette, type Shape, writeSvg } from '@deal-canvas/memo'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { cleanText } from '../content/clean-text.ts'
import { drawable, type FontName, fontPath } from '../fonts.ts'

const resolution = 2
const fontSize = 11
const families: Partial<Record<FontName, string>> = { regular: 'Memo Regular', bold: 'Memo Bold' }

export interface ChartImage {
  svg: Uint8Array
  /** For readers without SVG. */
  png: Uint8Array
  width: number
  height: number
  description: string
}

/** A chart as a vector image, with pixels for readers that cannot draw it. */
export const chartImage = (view: ChartView, width: number): ChartImage => {
  const drawing = cleaned(drawChart(view, width))
  return {
    svg: new TextEncoder().encode(writeSvg(drawing, paperPalette, 'Inter, Arial, sans-serif')),
    png: drawPng(drawing),
    width: drawing.width,
    height: drawing.height,
    description: drawing.description.slice(0, 2_000),
  }
}

const cleaned = (drawing: Drawing): Drawing => ({
  ...drawing,
  description: cleanText(drawing.description),
  shapes: drawing.shapes.map((shape) => (shape.shape === 'text' ? { ...shape, text: cleanText(shape.text) } : shape)),
})

const registerFonts = (): void => {
  for (const [name, family] of Object.entries(families)) {
    if (!GlobalFonts.has(family)) GlobalFonts.registerFromPath(fontPath(name as FontName), family)
  }
}

const drawPng = ({ width, height, shapes }: Drawing): Uint8Array => {
  registerFonts()
  const canvas = createCanvas(Math.ceil(width * resolution), Math.ceil(height * resolution))
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(resolution, resolution)
  for (const shape of shapes) drawShape(context, shape)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

const drawShape = (context: SKRSContext2D, shape: Shape): void => {
  const color = paperPalette[shape.role]
  context.fillStyle = color
  context.strokeStyle = color
  switch (shape.shape) {
    case 'rectangle':
      context.fillRect(shape.x, shape.y, shape.width, shape.height)
      return
    case 'line':
      context.setLineDash(shape.dashed === true ? [3, 3] : [])
      context.lineWidth = 1
      context.beginPath()
      context.moveTo(shape.x1, shape.y1)
      context.lineTo(shape.x2, shape.y2)
      context.stroke()
      context.setLineDash([])
      return
    case 'polyline':
      context.lineWidth = 2
      context.beginPath()
      for (const { x, y } of shape.points) context.lineTo(x, y)
      context.stroke()
      return
    case 'text':
      context.font = `${fontSize}px "${shape.bold === true ? families.bold : families.regular}"`
      context.textAlign = shape.anchor === 'middle' ? 'center' : shape.anchor
      context.fillText(drawable(shape.text), shape.x, shape.y)
  }
}
