import { describe, expect, it } from 'vitest'
import { jpegFile, pngFile, webpFiles } from '../../testing/uploading.ts'
import { readImage } from './read-image.ts'

const maxSide = 1_000

describe('readImage', () => {
  it.each<[string, Uint8Array, string]>([
    ['a PNG image', pngFile(640, 360), 'image/png'],
    ['a JPEG image with a long comment before its frame', jpegFile(640, 360), 'image/jpeg'],
    ['a lossy WebP image', webpFiles.lossy, 'image/webp'],
    ['a lossless WebP image', webpFiles.lossless, 'image/webp'],
    ['an extended WebP image', webpFiles.extended, 'image/webp'],
  ])('reads the type and the size of %s from its header', (_, bytes, mediaType) => {
    expect(readImage(bytes, { maxSide })).toEqual({ mediaType, width: 640, height: 360 })
  })

  it.each<[string, Uint8Array]>([
    ['an empty file', Buffer.alloc(0)],
    ['an SVG image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF image', Buffer.from('GIF89a\x01\0\x01\0', 'latin1')],
    ['a truncated PNG image', pngFile().subarray(0, 20)],
    ['a JPEG image without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2, 0, 0])],
    ['a truncated JPEG image', jpegFile().subarray(0, 100)],
    ['a truncated WebP image', webpFiles.lossy.subarray(0, 24)],
    ['a RIFF file that is not WebP', Buffer.concat([Buffer.from('RIFF\x20\0\0\0WAVE', 'latin1'), Buffer.alloc(40)])],
  ])('rejects %s because it is not a PNG, JPEG or WebP image', (_, bytes) => {
    expect(readImage(bytes, { maxSide })).toEqual({ problem: 'The file is not a PNG, JPEG or WebP image' })
  })

  it('rejects an image without width or height', () => {
    const problem = 'The image has a width or height of 0 pixels'
    for (const bytes of [pngFile(0, 3), pngFile(3, 0)]) expect(readImage(bytes, { maxSide })).toEqual({ problem })
  })

  it('accepts an image at the maximum pixels per side and rejects a larger one', () => {
    expect(readImage(pngFile(1_000, 1_000), { maxSide })).toMatchObject({ width: 1_000, height: 1_000 })
    const problem = 'The image is 1001 x 3 pixels. At most 1,000 x 1,000 pixels are allowed.'
    expect(readImage(pngFile(1_001, 3), { maxSide })).toEqual({ problem })
    expect(readImage(jpegFile(3, 1_001), { maxSide })).toEqual({ problem: expect.stringContaining('3 x 1001 pixels') })
  })
})
