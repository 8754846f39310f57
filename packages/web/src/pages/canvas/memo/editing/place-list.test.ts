import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeList } from './place-list.ts'

const window = { width: 1440, height: 900 }
const list = { width: 380, height: 264 }
const line = (top: number, left = 300) => ({ left, top, bottom: top + 22 })

test('places a completion list below the line if there is room', () => {
  expect(placeList(line(200), list, window)).toMatchObject({ left: 300, top: 226 })
})

test('places a completion list above the line near the bottom of the window', () => {
  expect(placeList(line(800), list, window)).toMatchObject({ top: 800 - 4 - 264 })
})

test('keeps a completion list within the right edge of the window', () => {
  expect(placeList(line(200, 1400), list, window).left).toBe(1440 - 380 - 8)
})

test('keeps a completion list in the window when its line is scrolled out of view', () => {
  expect(placeList(line(1200), list, window).top).toBe(900 - 22 - 4 - 264)
  expect(placeList(line(-300), list, window).top).toBe(22 + 4)
})

test('always places a completion list fully within the window and never over its line', () => {
  const height = fc.integer({ min: 60, max: 2000 })
  fc.assert(
    fc.property(height, fc.nat(2000), fc.integer({ min: 10, max: 600 }), (tall, at, wanted) => {
      const written = line(Math.min(at, tall - 30))
      const { top, maxHeight } = placeList(written, { width: 380, height: wanted }, { width: 1440, height: tall })
      const bottom = top + Math.min(wanted, maxHeight)
      expect(top).toBeGreaterThanOrEqual(Math.min(8, written.top))
      expect(bottom).toBeLessThanOrEqual(Math.max(tall - 8, written.bottom + 4))
      expect(bottom <= written.top || top >= written.bottom).toBe(true)
    }),
  )
})
