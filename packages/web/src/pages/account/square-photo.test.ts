import { expect, test } from 'vitest'
import { centeredSquare } from './square-photo.ts'

test('crops a wide image equally on its left and right', () => {
  expect(centeredSquare(400, 100)).toEqual({ x: 150, y: 0, side: 100 })
})

test('crops a tall image equally at its top and bottom', () => {
  expect(centeredSquare(100, 301)).toEqual({ x: 0, y: 100.5, side: 100 })
})

test('does not crop a square image', () => {
  expect(centeredSquare(64, 64)).toEqual({ x: 0, y: 0, side: 64 })
})
