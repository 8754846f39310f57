import type { FontName } from '../fonts.ts'

export const colors = {
  text: '#1a1b1e',
  secondary: '#4b4e57',
  quiet: '#6b6e76',
  line: '#e4e4e0',
  strongLine: '#c6c6c1',
  breach: '#b3261e',
  breachFill: '#fdf0ee',
  warningLine: '#e0b56a',
  warningFill: '#fffaf0',
  well: '#f5f5f2',
  approved: '#1d6b4a',
} as const

const defaultAccent = '#3451b2'

/** The color of the house, unless it is not a color. */
export const accentOf = (accent: string): string => (/^#[0-9a-f]{6}$/i.test(accent) ? accent : defaultAccent)

export interface TextStyle {
  size: number
  /** The height of a line, as a multiple of the size. */
  leading: number
  color: string
  bold?: boolean
  italic?: boolean
  /** Numbers of equal width. */
  tabular?: boolean
}

export const styles = {
  body: { size: 9.75, leading: 1.55, color: colors.text },
  quote: { size: 9.75, leading: 1.55, color: colors.secondary, italic: true },
  code: { size: 8.5, leading: 1.5, color: colors.secondary },
  caption: { size: 9.75, leading: 1.5, color: colors.text, bold: true },
  note: { size: 7.5, leading: 1.45, color: colors.quiet },
  table: { size: 8.6, leading: 1.4, color: colors.text, tabular: true },
  tableHead: { size: 7.5, leading: 1.4, color: colors.secondary, bold: true },
  part: { size: 15, leading: 1.3, color: colors.text, bold: true },
  heading1: { size: 11.5, leading: 1.4, color: colors.text, bold: true },
  heading2: { size: 9.75, leading: 1.5, color: colors.text, bold: true },
  heading3: { size: 9.75, leading: 1.5, color: colors.secondary, bold: true },
  running: { size: 7.5, leading: 1.3, color: colors.quiet },
  coverTitle: { size: 31.5, leading: 1.1, color: colors.text, bold: true },
  coverSubtitle: { size: 12, leading: 1.4, color: colors.secondary },
  figureLabel: { size: 8.25, leading: 1.5, color: colors.quiet },
  figureValue: { size: 15, leading: 1.35, color: colors.text, bold: true },
  kpiLabel: { size: 8, leading: 1.5, color: colors.quiet },
  kpiValue: { size: 13.5, leading: 1.35, color: colors.text, bold: true },
  kpiNote: { size: 7.5, leading: 1.45, color: colors.quiet },
  decisionTitle: { size: 13.5, leading: 1.35, color: colors.text, bold: true },
  decision: { size: 9, leading: 1.6, color: colors.text },
  brand: { size: 10.5, leading: 1.4, color: colors.text, bold: true },
  coverEnd: { size: 8.25, leading: 1.6, color: colors.quiet },
} as const satisfies Record<string, TextStyle>

export const fontOf = (bold: boolean, italic: boolean): FontName =>
  bold ? (italic ? 'boldItalic' : 'bold') : italic ? 'italic' : 'regular'
