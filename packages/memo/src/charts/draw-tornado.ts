import type { TornadoView } from '../views/block-view.ts'
import { type Drawing, fitText, linear, type Role, type Shape, textWidth } from './drawing.ts'

const rowHeight = 24
const barHeight = 14
const top = 6
const gap = 6

/** Bars around the present value, the widest first. */
export const drawTornado = (view: TornadoView, width: number): Drawing => {
  const { title, base, baseText, higherIsBetter, bars } = view
  const roleOf = (value: number): Role =>
    higherIsBetter === undefined ? 'bin' : value > base === higherIsBetter ? 'better' : 'worse'
  const labelWidth = Math.min(width * 0.34, Math.max(0, ...bars.map(({ label }) => textWidth(label))) + gap)
  const ends = Math.max(0, ...bars.flatMap(({ lowText, highText }) => [lowText, highText].map(textWidth))) + 2 * gap
  const x = linear(
    Math.min(base, ...bars.flatMap(({ low, high }) => [low, high])),
    Math.max(base, ...bars.flatMap(({ low, high }) => [low, high])),
    labelWidth + ends,
    width - ends,
  )
  const height = top + bars.length * rowHeight + 20
  const shapes: Shape[] = []
  bars.forEach(({ label, low, high, lowText, highText }, n) => {
    const y = top + n * rowHeight
    const baseline = y + barHeight / 2 + 4
    shapes.push({ shape: 'text', role: 'label', x: 0, y: baseline, anchor: 'start', text: fitText(label, labelWidth) })
    for (const value of [low, high]) {
      const from = Math.min(x(value), x(base))
      const length = Math.abs(x(value) - x(base))
      if (length > 0)
        shapes.push({
          shape: 'rectangle',
          role: roleOf(value),
          x: from,
          y,
          width: length,
          height: barHeight,
        })
    }
    const [left, right] = low <= high ? [lowText, highText] : [highText, lowText]
    const leftEnd = Math.min(x(low), x(high), x(base))
    const rightEnd = Math.max(x(low), x(high), x(base))
    shapes.push({ shape: 'text', role: 'value', x: leftEnd - 4, y: baseline, anchor: 'end', text: left })
    shapes.push({ shape: 'text', role: 'value', x: rightEnd + 4, y: baseline, anchor: 'start', text: right })
  })
  shapes.push({ shape: 'line', role: 'axis', x1: x(base), y1: 0, x2: x(base), y2: height - 16 })
  shapes.push({ shape: 'text', role: 'value', x: x(base), y: height - 3, anchor: 'middle', text: baseText, bold: true })
  const described = bars.map(({ label, lowText, highText, range }) => `${label} ${range}: ${lowText} to ${highText}`)
  return { width, height, description: [`${title} ${baseText}`, ...described].join('. '), shapes }
}
