import { type Drawing, fontSize, type Role, type Shape } from './drawing.ts'

/** The color of each kind of shape. */
export type Palette = Readonly<Record<Role, string>>

/** For white paper. */
export const paperPalette: Palette = {
  axis: '#6b7280',
  grid: '#e5e7eb',
  label: '#4b5563',
  value: '#111827',
  better: '#2f8f6b',
  worse: '#c0473f',
  bin: '#93a4e6',
  mark: '#111827',
  breach: '#c0473f',
  series1: '#3451b2',
  series2: '#9ca3af',
  series3: '#2f8f6b',
  series4: '#b7791f',
  series5: '#7c5cc4',
  series6: '#c0473f',
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char] ?? char)

const round = (value: number): number => Math.round(value * 100) / 100

const writeShape = (shape: Shape, palette: Palette): string => {
  const color = palette[shape.role]
  switch (shape.shape) {
    case 'rectangle':
      return `<rect x="${round(shape.x)}" y="${round(shape.y)}" width="${round(shape.width)}" height="${round(shape.height)}" fill="${color}"/>`
    case 'line':
      return `<line x1="${round(shape.x1)}" y1="${round(shape.y1)}" x2="${round(shape.x2)}" y2="${round(shape.y2)}" stroke="${color}" stroke-width="1"${shape.dashed === true ? ' stroke-dasharray="3 3"' : ''}/>`
    case 'polyline':
      return `<polyline points="${shape.points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`
    case 'text':
      return `<text x="${round(shape.x)}" y="${round(shape.y)}" text-anchor="${shape.anchor}" fill="${color}"${shape.bold === true ? ' font-weight="700"' : ''}>${escapeXml(shape.text)}</text>`
  }
}

/** The drawing as an SVG image. */
export const writeSvg = (
  { width, height, description, shapes }: Drawing,
  palette: Palette,
  fontFamily = 'Inter, Helvetica, Arial, sans-serif',
): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" font-family="${escapeXml(fontFamily)}" font-size="${fontSize}" role="img"><title>${escapeXml(description)}</title>${shapes.map((shape) => writeShape(shape, palette)).join('')}</svg>`
