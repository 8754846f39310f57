/** A chart as shapes, which the page, PDF and Word draw alike. */
export interface Drawing {
  width: number
  height: number
  /** What the chart shows, for people who cannot see it. */
  description: string
  shapes: Shape[]
}

/** What a shape stands for; the reader of the drawing gives it a color. */
export type Role =
  | 'axis'
  | 'grid'
  | 'label'
  | 'value'
  | 'better'
  | 'worse'
  | 'bin'
  | 'mark'
  | 'breach'
  | 'series1'
  | 'series2'
  | 'series3'
  | 'series4'
  | 'series5'
  | 'series6'

export type Shape = Rectangle | Line | Polyline | Text

interface Rectangle {
  shape: 'rectangle'
  role: Role
  x: number
  y: number
  width: number
  height: number
}

interface Line {
  shape: 'line'
  role: Role
  x1: number
  y1: number
  x2: number
  y2: number
  dashed?: boolean
}

interface Polyline {
  shape: 'polyline'
  role: Role
  points: { x: number; y: number }[]
}

interface Text {
  shape: 'text'
  role: Role
  x: number
  /** The baseline. */
  y: number
  anchor: 'start' | 'middle' | 'end'
  text: string
  bold?: boolean
}

export const fontSize = 11

/** Wide enough for any font: the text is measured where it is drawn. */
export const textWidth = (text: string): number => text.length * fontSize * 0.56

/** Cuts a text that is wider than its place. */
export const fitText = (text: string, width: number): string => {
  const letters = Math.max(1, Math.floor(width / (fontSize * 0.56)))
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`
}

/** Maps values to places. A range without width is mapped to the middle. */
export const linear =
  (from: number, to: number, start: number, end: number) =>
  (value: number): number =>
    to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start)

export const seriesRoles = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6'] as const satisfies Role[]
