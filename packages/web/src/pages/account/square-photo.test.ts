import { expect, test } from 'vitest'
import { centeredSquare } from './square-photo.ts'

test('a wide image is cropped equally on its left and right', () => {
  expect(centeredSquare(400, 100)).toEqual({ x: 150, y: 0, side: 100 })
})

test('a tall image is cropped equally at its top and bottom', () => {
  expect(centeredSquare(100, 301)).toEqual({ x: 0, y: 100.5, side: 100 })
})

test('a square image is not cropped', () => {
  expect(centeredSquare(64, 64)).toEqual({ x: 0, y: 0, side: 64 })
})
