import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { drawText, grayPicture, jpegOf, tiffOf } from '../fixtures/scans.mjs'
import { drawPage } from './draw-page.ts'

/** A black bar in the second of three columns. */
const width = 48
const height = 18
const tags = { 256: [width], 257: [height], 277: [1], 278: [height] }
const isBlack = (x: number): boolean => x >= 16 && x < 32
const gray = Buffer.from(Array.from({ length: width * height }, (_, n) => (isBlack(n % width) ? 0 : 255)))
const bits = Buffer.from(Array.from({ length: height }, () => [0, 0, 0xff, 0xff, 0, 0]).flat())

/** The first row in horizontal mode (white 16, black 16), the others like the row above. */
const group4 = (): Buffer => {
  const text = `001${'101010'}${'0000010111'}1${'111'.repeat(height - 1)}`
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8, '0')
  return Buffer.from([...padded.matchAll(/.{8}/g)].map(([byte]) => Number.parseInt(byte, 2)))
}

const reversed = (bytes: Buffer): Buffer =>
  bytes.map((byte) => Number.parseInt([...byte.toString(2).padStart(8, '0')].reverse().join(''), 2)) as Buffer

const predicted = Buffer.from(gray.map((value, n) => (n % width === 0 ? value : value - (gray[n - 1] ?? 0))))

/** Runs of 16 equal bytes; 0 to 255 are stored as one byte less than the length, negative. */
const packed = Buffer.from(
  Array.from({ length: height }, () => [241, 255, 241, 0, 241, 255].map((byte) => byte & 0xff)).flat(),
)

const picture = async (bytes: Uint8Array) => {
  const drawn = await drawPage(bytes, 'tiff', 1)
  const scale = (drawn?.width ?? 0) / width
  return [8, 24, 40].map((x) => {
    const middle = Math.floor((height / 2) * scale) * (drawn?.width ?? 0)
    return (drawn?.pixels[middle + Math.floor(x * scale)] ?? -1) < 128 ? 'black' : 'white'
  })
}

describe('drawPage', () => {
  it.each([
    ['without compression', { 258: [8], 259: [1], 262: [1] }, gray],
    ['without compression, white as zero', { 258: [1], 259: [1], 262: [0] }, bits],
    ['with CCITT group 4', { 258: [1], 259: [4], 262: [0] }, group4()],
    ['with CCITT group 4 and reversed bits', { 258: [1], 259: [4], 262: [0], 266: [2] }, reversed(group4())],
    ['with deflate', { 258: [8], 259: [8], 262: [1] }, deflateSync(gray)],
    ['with deflate and differences', { 258: [8], 259: [8], 262: [1], 317: [2] }, deflateSync(predicted)],
    ['with PackBits', { 258: [8], 259: [32_773], 262: [1] }, packed],
    ['with a palette', { 258: [1], 259: [1], 262: [3], 320: [65_535, 0, 65_535, 0, 65_535, 0] }, bits],
  ])('draws a TIFF picture %s', async (_, more, data) => {
    expect(await picture(tiffOf([{ tags: { ...tags, ...more }, data }]))).toEqual(['white', 'black', 'white'])
  })

  it('draws a TIFF picture that contains a JPEG', async () => {
    const { tags: own } = grayPicture(drawText([], { width, height }))
    const canvas = drawText([], { width, height })
    const context = canvas.getContext('2d')
    context.fillRect(16, 0, 16, height)
    const file = tiffOf([{ tags: { ...own, 258: [8], 259: [7], 262: [6], 277: [3] }, data: jpegOf(canvas) }])
    expect(await picture(file)).toEqual(['white', 'black', 'white'])
  })

  it('rejects a TIFF compression that it does not know', async () => {
    const file = tiffOf([{ tags: { ...tags, 258: [8], 259: [34_712], 262: [1] }, data: gray }])
    await expect(drawPage(file, 'tiff', 1)).rejects.toThrow(/compressed or colored in a way that is not supported/)
  })
})
