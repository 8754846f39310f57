import type { SeriesView } from '../views/block-view.ts'
import { type Drawing, fitText, linear, type Shape, seriesRoles, textWidth } from './drawing.ts'

const plotHeight = 150
const top = 10
const legendHeight = 20

/** Rows of the model over time, as lines or bars. */
export const drawSeries = (view: SeriesView, width: number): Drawing => {
  const { title, unit, kind, categories, series, ticks } = view
  const left = Math.max(0, ...ticks.map(({ text }) => textWidth(text))) + 8
  const values = [...ticks.map(({ value }) => value), ...series.flatMap((row) => row.values.filter(isNumber))]
  const y = linear(Math.min(0, ...values), Math.max(0, ...values), top + plotHeight, top)
  const step = (width - left) / Math.max(1, categories.length)
  const middle = (n: number): number => left + (n + 0.5) * step
  const bottom = top + plotHeight
  const shapes: Shape[] = []
  for (const { value, text } of ticks) {
    shapes.push({
      shape: 'line',
      role: value === 0 ? 'axis' : 'grid',
      x1: left,
      y1: y(value),
      x2: width,
      y2: y(value),
    })
    shapes.push({ shape: 'text', role: 'label', x: left - 6, y: y(value) + 4, anchor: 'end', text })
  }
  series.forEach((row, place) => {
    const role = seriesRoles[place % seriesRoles.length] ?? 'series1'
    if (kind === 'line') shapes.push(...lines(row.values, (n, value) => ({ x: middle(n), y: y(value) }), role))
    else shapes.push(...bars(row.values, { middle, y, step, place, count: series.length, role }))
  })
  // Every category has its tick; names that would overlap are left out.
  const widest = Math.max(0, ...categories.map(textWidth)) + 8
  const every = Math.max(1, Math.ceil(Math.min(widest, 90) / Math.max(1, step)))
  categories.forEach((text, n) => {
    if (n % every === 0)
      shapes.push({
        shape: 'text',
        role: 'label',
        x: middle(n),
        y: bottom + 16,
        anchor: 'middle',
        text: fitText(text, step * every),
      })
  })
  let x = left
  series.forEach(({ label }, place) => {
    const role = seriesRoles[place % seriesRoles.length] ?? 'series1'
    const text = fitText(label, width - left)
    shapes.push({ shape: 'rectangle', role, x, y: bottom + 28, width: 9, height: 9 })
    shapes.push({ shape: 'text', role: 'label', x: x + 13, y: bottom + 37, anchor: 'start', text })
    x += textWidth(text) + 28
  })
  const rows = series.map(
    ({ label, texts }) => `${label}: ${texts.map((text, n) => `${categories[n]} ${text}`).join(', ')}`,
  )
  const description = [[title, unit].filter(Boolean).join(', '), ...rows].filter(Boolean).join('. ')
  return { width, height: bottom + 26 + legendHeight, description, shapes }
}

const isNumber = (value: number | null): value is number => value !== null

type SeriesRole = (typeof seriesRoles)[number]

/** A missing value interrupts the line. */
const lines = (
  values: readonly (number | null)[],
  place: (n: number, value: number) => { x: number; y: number },
  role: SeriesRole,
): Shape[] => {
  const parts: { x: number; y: number }[][] = [[]]
  values.forEach((value, n) => {
    if (value === null) parts.push([])
    else parts.at(-1)?.push(place(n, value))
  })
  return parts.filter(({ length }) => length > 0).map((points) => ({ shape: 'polyline', role, points }))
}

interface BarPlace {
  middle(n: number): number
  y(value: number): number
  step: number
  place: number
  count: number
  role: SeriesRole
}

const bars = (values: readonly (number | null)[], { middle, y, step, place, count, role }: BarPlace): Shape[] => {
  const barWidth = Math.min(36, (step * 0.72) / count)
  return values.flatMap((value, n): Shape[] => {
    if (value === null) return []
    const x = middle(n) - (barWidth * count) / 2 + place * barWidth
    return [
      {
        shape: 'rectangle',
        role,
        x,
        y: Math.min(y(value), y(0)),
        width: Math.max(1, barWidth - 2),
        height: Math.abs(y(value) - y(0)),
      },
    ]
  })
}
