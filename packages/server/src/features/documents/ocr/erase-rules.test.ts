import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eraseRules } from './erase-rules.ts'

const paper = 250
const dpi = 200

interface Rectangle {
  left: number
  top: number
  width: number
  height: number
  shade?: number
}

const pictureOf = (rectangles: readonly Rectangle[], { width = 600, height = 400 } = {}) => {
  const pixels = new Uint8Array(width * height).fill(paper)
  for (const { left, top, width: across, height: down, shade = 40 } of rectangles)
    for (let y = top; y < Math.min(top + down, height); y++)
      pixels.fill(shade, y * width + left, y * width + Math.min(left + across, width))
  return { width, height, pixels, dpi }
}

describe('erasing rules', () => {
  it('erases the rules of a table with their soft edges and crossings, and leaves everything between them', () => {
    const strokes = fc.array(
      fc.record({
        left: fc.integer({ min: 110, max: 260 }),
        top: fc.integer({ min: 60, max: 150 }),
        width: fc.integer({ min: 1, max: 30 }),
        height: fc.integer({ min: 1, max: 40 }),
      }),
      { maxLength: 3 },
    )
    const rule = fc.record({ thickness: fc.integer({ min: 1, max: 4 }), shade: fc.integer({ min: 0, max: 180 }) })
    fc.assert(
      fc.property(strokes, rule, (letters, { thickness, shade }) => {
        const edges = [-1, thickness].flatMap((by) => [
          { left: 80, top: 40 + by, width: 500, height: 1, shade: 225 },
          { left: 90 + by, top: 20, width: 1, height: 300, shade: 225 },
        ])
        const rules = [
          { left: 80, top: 40, width: 500, height: thickness, shade },
          { left: 90, top: 20, width: thickness, height: 300, shade },
        ]
        const { picture } = eraseRules(pictureOf([...edges, ...rules, ...letters]))
        expect(Buffer.compare(picture.pixels, pictureOf(letters).pixels)).toBe(0)
      }),
      { numRuns: 40 },
    )
  })

  it('erases a rule that climbs by a pixel now and then, as in a crooked scan', () => {
    const steps = Array.from({ length: 10 }, (_, n) => ({ left: 50 + n * 50, top: 100 + n, width: 50, height: 2 }))
    const { picture } = eraseRules(pictureOf(steps))
    expect(picture.pixels.every((pixel) => pixel === paper)).toBe(true)
  })

  it.each<[string, Rectangle]>([
    ['a bar', { left: 50, top: 100, width: 400, height: 20 }],
    ['a photo', { left: 50, top: 50, width: 300, height: 300 }],
    ['a dash', { left: 50, top: 100, width: 60, height: 3 }],
  ])('leaves %s', (_, shape) => {
    const drawn = pictureOf([shape])
    expect(Buffer.compare(eraseRules(drawn).picture.pixels, drawn.pixels)).toBe(0)
  })

  it('keeps the strokes of a letter that touches a rule', () => {
    const rule = { left: 50, top: 100, width: 400, height: 2 }
    const stem = { left: 200, top: 80, width: 4, height: 40 }
    const { picture } = eraseRules(pictureOf([rule, stem]))
    expect(Buffer.compare(picture.pixels, pictureOf([stem]).pixels)).toBe(0)
  })

  it('knows between which places a rule between columns stood', () => {
    const { isRuleBetween } = eraseRules(pictureOf([{ left: 200, top: 50, width: 2, height: 150 }]))
    expect(isRuleBetween(150, 250, 100)).toBe(true)
    expect(isRuleBetween(150, 250, 300)).toBe(false)
    expect(isRuleBetween(210, 250, 100)).toBe(false)
  })

  it('returns an empty and a one-colored picture as they are', () => {
    for (const size of [
      { width: 0, height: 0 },
      { width: 1, height: 1 },
      { width: 300, height: 300 },
    ])
      expect(Buffer.compare(eraseRules(pictureOf([], size)).picture.pixels, pictureOf([], size).pixels)).toBe(0)
  })
})
