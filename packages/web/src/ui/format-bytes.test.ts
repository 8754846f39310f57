import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [96, '96 bytes'],
  [1024, '1 KB'],
  [217_088, '212 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [5_033_165, '4.8 MB'],
  [50 * 1024 ** 2, '50 MB'],
  [200 * 1024 ** 2, '200 MB'],
  [20 * 1024 ** 3, '20 GB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
