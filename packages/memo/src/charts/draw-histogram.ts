import type { HistogramView } from '../views/block-view.ts'
import { type Drawing, linear, type Shape } from './drawing.ts'

const plotHeight = 110
const top = 18

/** How often each range of values occurred, with the present value and limits as lines. */
export const drawHistogram = ({ title, bins, ticks, marks, note }: HistogramView, width: number): Drawing => {
  const from = bins[0]?.from ?? 0
  const to = bins.at(-1)?.to ?? 1
  const x = linear(from, to, 1, width - 1)
  const highest = Math.max(1, ...bins.map(({ count }) => count))
  const bottom = top + plotHeight
  const shapes: Shape[] = bins.flatMap(({ from: left, to: right, count }): Shape[] => {
    const height = (count / highest) * plotHeight
    if (height === 0) return []
    const binWidth = Math.max(0.5, x(right) - x(left) - 1)
    return [{ shape: 'rectangle', role: 'bin', x: x(left), y: bottom - height, width: binWidth, height }]
  })
  shapes.push({ shape: 'line', role: 'axis', x1: 0, y1: bottom, x2: width, y2: bottom })
  for (const { value, text } of ticks.filter((tick) => tick.value >= from && tick.value <= to)) {
    const anchor = x(value) < width * 0.08 ? 'start' : x(value) > width * 0.92 ? 'end' : 'middle'
    shapes.push({ shape: 'text', role: 'label', x: x(value), y: bottom + 14, anchor, text })
  }
  for (const { value, label, breached } of marks.filter((mark) => mark.value >= from && mark.value <= to)) {
    const role = breached === undefined ? 'mark' : 'breach'
    const isDashed = breached !== undefined
    shapes.push({ shape: 'line', role, x1: x(value), y1: top - 4, x2: x(value), y2: bottom, dashed: isDashed })
    const anchor = x(value) > width / 2 ? 'end' : 'start'
    const beside = anchor === 'end' ? -4 : 4
    // The limit stands below the present value, so that close lines do not write over each other.
    const y = isDashed ? top + 10 : top - 6
    shapes.push({ shape: 'text', role, x: x(value) + beside, y, anchor, text: label, bold: !isDashed })
  }
  const described = [title, ...marks.map(({ label }) => label), note].join('. ')
  return { width, height: bottom + 20, description: described, shapes }
}
