import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChartView, drawChart } from './draw-chart.ts'
import type { Drawing, Shape } from './drawing.ts'
import { paperPalette, writeSvg } from './write-svg.ts'

const value = fc.double({ min: -1e9, max: 1e9, noNaN: true })
const label = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

const tornado = fc
  .record({
    base: value,
    bars: fc.array(fc.record({ label, low: value, high: value, lowText: label, highText: label, range: label }), {
      maxLength: 12,
    }),
  })
  .map((parts): ChartView => ({ view: 'tornado', title: 'Levered IRR', baseText: '15.7%', ...parts }))

const histogram = fc
  .tuple(value, fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.array(fc.nat(1_000), { maxLength: 40 }), value)
  .map(
    ([start, step, counts, present]): ChartView => ({
      view: 'histogram',
      title: 'Levered IRR',
      bins: counts.map((count, n) => ({ from: start + n * step, to: start + (n + 1) * step, count })),
      ticks: [{ value: start, text: 'low' }],
      marks: [
        { value: present, label: 'now' },
        { value: start, label: 'hurdle', breached: true },
      ],
      note: '10,000 trials',
    }),
  )

const series = fc
  .tuple(
    fc.array(label, { minLength: 1, maxLength: 30 }),
    fc.integer({ min: 1, max: 6 }),
    fc.constantFrom('line', 'bar'),
  )
  .chain(([categories, count, kind]) =>
    fc
      .array(fc.array(fc.option(value), { minLength: categories.length, maxLength: categories.length }), {
        minLength: count,
        maxLength: count,
      })
      .map(
        (rows): ChartView => ({
          view: 'series',
          kind: kind as 'line' | 'bar',
          categories,
          series: rows.map((values, n) => ({ label: `Row ${n}`, values, texts: values.map(String) })),
          ticks: [{ value: 0, text: '0' }],
        }),
      ),
  )

const chart = fc.oneof(tornado, histogram, series)

const placesOfShape = (shape: Shape): { x: number; y: number }[] => {
  switch (shape.shape) {
    case 'rectangle':
      return [shape, { x: shape.x + shape.width, y: shape.y + shape.height }]
    case 'line':
      return [
        { x: shape.x1, y: shape.y1 },
        { x: shape.x2, y: shape.y2 },
      ]
    case 'polyline':
      return shape.points
    case 'text':
      return [shape]
  }
}

const placesOf = ({ shapes }: Drawing): { x: number; y: number }[] => shapes.flatMap(placesOfShape)

describe('charts of a memo', () => {
  it('draws every line, bar and label inside the drawing, whatever the numbers', () => {
    fc.assert(
      fc.property(chart, fc.integer({ min: 420, max: 1_000 }), (view, width) => {
        const drawing = drawChart(view, width)
        for (const { x, y } of placesOf(drawing)) {
          expect([x, y].every(Number.isFinite)).toBe(true)
          expect(y).toBeGreaterThanOrEqual(-0.01)
          expect(y).toBeLessThanOrEqual(drawing.height + 0.01)
          expect(x).toBeGreaterThanOrEqual(-4.01)
        }
      }),
    )
  })

  it('writes an SVG image in which no label is markup', () => {
    const view: ChartView = {
      view: 'tornado',
      title: '<script>alert(1)</script>',
      base: 1,
      baseText: '"1" & more',
      bars: [{ label: '<b>', low: 0, high: 2, lowText: "'0'", highText: '2', range: '0 to 2' }],
    }
    const svg = writeSvg(drawChart(view, 480), paperPalette)
    expect(svg).not.toMatch(/<script|<b>/)
    expect(svg).toContain('&lt;b&gt;')
    expect(svg).toContain('&quot;1&quot; &amp; more')
  })

  it.each([
    [true, ['better', 'worse']],
    [false, ['worse', 'better']],
    [undefined, ['bin', 'bin']],
  ])('colors the ends of a tornado bar by the direction that is better (higher: %s)', (higherIsBetter, roles) => {
    const drawing = drawChart(
      {
        view: 'tornado',
        title: 'Levered IRR',
        base: 15,
        baseText: '15.0%',
        ...(higherIsBetter === undefined ? {} : { higherIsBetter }),
        bars: [{ label: 'Exit cap', low: 17, high: 12, lowText: '17.0%', highText: '12.0%', range: '5% to 6%' }],
      },
      480,
    )
    const bars = drawing.shapes.filter((shape) => shape.shape === 'rectangle')
    expect(bars.map(({ role }) => role)).toEqual(roles)
    expect(drawing.description).toBe('Levered IRR 15.0%. Exit cap 5% to 6%: 17.0% to 12.0%')
  })
})
