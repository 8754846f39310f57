import type PDFDocument from 'pdfkit'
import { colors } from './style.ts'
import type { Line } from './text-lines.ts'

export type Pdf = InstanceType<typeof PDFDocument>
export type Element = ReturnType<Pdf['struct']>

export const margin = { left: 57, right: 57, top: 63, bottom: 58 } as const

type Features = NonNullable<PDFKit.Mixins.TextOptions['features']>

/** Without ligatures: the text that is copied out equals the text of the memo. The types know only a list. */
const featuresOf = (tabular: boolean): Features =>
  ({ tnum: tabular, calt: false, liga: false, clig: false, dlig: false }) as unknown as Features

export const features = featuresOf(false)

/** Numbers of equal width, which line up below each other. */
export const tabularFeatures = featuresOf(true)

/** Where the next thing is drawn. */
export interface Page {
  pdf: Pdf
  y: number
  readonly left: number
  readonly width: number
  readonly bottom: number
  /** Starts a new page unless this height is free. */
  ensure(height: number): void
  next(): void
  isAtTop(): boolean
  /** Draws what assistive technology reads as this element. */
  tag(parent: Element, type: string, draw: (element: Element) => void, alt?: string): Element
  line(line: Line, x: number, y: number, width: number, align?: 'left' | 'right' | 'center'): void
  rule(y: number, color?: string, x?: number, width?: number): void
  /** Draws what assistive technology skips. */
  artifact(draw: () => void): void
}

export const createPage = (pdf: Pdf): Page => {
  const page: Page = {
    pdf,
    y: margin.top,
    left: margin.left,
    width: pdf.page.width - margin.left - margin.right,
    bottom: pdf.page.height - margin.bottom,
    ensure: (height) => {
      if (page.y + height > page.bottom && !page.isAtTop()) page.next()
    },
    next: () => {
      pdf.addPage()
      page.y = margin.top
    },
    isAtTop: () => page.y <= margin.top,
    tag: (parent, type, draw, alt) => {
      const element = pdf.struct(type, alt === undefined ? {} : { alt })
      parent.add(element)
      element.add(pdf.markStructureContent(type))
      draw(element)
      pdf.endMarkedContent()
      return element
    },
    line: ({ pieces, width, ascent, height }, x, y, available, align = 'left') => {
      const free = Math.max(0, available - width)
      const start = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
      for (const piece of pieces) {
        pdf.font(piece.font).fontSize(piece.size).fillColor(piece.color)
        const options = {
          lineBreak: false,
          baseline: 'alphabetic' as const,
          features: piece.tabular ? tabularFeatures : features,
        }
        pdf.text(piece.text, start + piece.x, y + ascent - piece.rise, options)
        if (piece.link !== undefined) pdf.link(start + piece.x, y, piece.width, height, piece.link)
      }
    },
    rule: (y, color = colors.line, x = page.left, width = page.width) => {
      pdf
        .lineWidth(0.6)
        .strokeColor(color)
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
    },
    artifact: (draw) => {
      pdf.markContent('Artifact')
      draw()
      pdf.endMarkedContent()
    },
  }
  return page
}
