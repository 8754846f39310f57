import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanLogo } from './clean-logo.ts'

const chunk = (type: string, content: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}
const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
interface Png {
  width?: number
  height?: number
  depth?: number
  interlaced?: number
  pixels?: Uint8Array
  before?: Buffer[]
}
const png = ({ width = 4, height = 3, depth = 8, interlaced = 0, pixels, before = [] }: Png = {}): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 2, 0, 0, interlaced], 8)
  const data = pixels ?? Buffer.alloc(height * (1 + Math.ceil((width * 3 * depth) / 8)))
  return Buffer.concat([
    start,
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const segment = (marker: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]), content])
const frame = (components = 3, marker = 0xc0): Buffer => segment(marker, Buffer.from([8, 0, 3, 0, 4, components]))
const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments,
    segment(0xda, Buffer.from([1, 2])),
    Buffer.from([7, 0xff, 0x00, 8, 0xff, 0xd0, 9]),
    Buffer.from([0xff, 0xd9]),
  ])
const problem = async (bytes: Uint8Array) => {
  const clean = await cleanLogo(bytes)
  return 'problem' in clean ? clean.problem : ''
}

describe('the logo of an organization', () => {
  it('keeps the pixels of PNG and JPEG images, and loses their metadata and what follows them', async () => {
    const secret = chunk('tEXt', Buffer.from('Author\0Maya at home'))
    const cleanedPng = await cleanLogo(Buffer.concat([png({ before: [secret] }), Buffer.from('tail')]))
    expect('bytes' in cleanedPng && Buffer.from(cleanedPng.bytes).equals(png())).toBe(true)
    const withExif = jpeg(segment(0xe1, Buffer.from('Exif home')), segment(0xfe, Buffer.from('note')), frame())
    const cleanedJpeg = await cleanLogo(Buffer.concat([withExif, Buffer.from('tail')]))
    expect('bytes' in cleanedJpeg && Buffer.from(cleanedJpeg.bytes).equals(jpeg(frame()))).toBe(true)
  })

  it.each<[string, Buffer, string]>([
    ['another kind of file', Buffer.from('<svg/>'), 'not a PNG or JPEG'],
    ['a PNG that is cut off', png().subarray(0, 60), 'damaged'],
    [
      'a PNG with a wrong checksum',
      Buffer.concat([png().subarray(0, 20), Buffer.from([9]), png().subarray(21)]),
      'damaged',
    ],
    ['a PNG with fewer pixels than it announces', png({ pixels: Buffer.alloc(5) }), 'damaged'],
    ['a PNG that inflates to more than it announces', png({ pixels: Buffer.alloc(5_000_000) }), 'damaged'],
    ['a PNG that is too wide', png({ width: 1025 }), '1,025 x 3 pixels'],
    ['a PNG of no width', png({ width: 0 }), 'damaged'],
    ['an interlaced PNG', png({ interlaced: 1 }), 'without interlacing'],
    ['a PNG with 16 bits a color', png({ depth: 16 }), '8 bits'],
    ['a JPEG in CMYK', jpeg(frame(4)), 'CMYK'],
    ['a JPEG without a frame', jpeg(), 'damaged'],
    ['a JPEG that is cut off', jpeg(frame()).subarray(0, -2), 'damaged'],
    ['a file of more than 256 KiB', Buffer.alloc(256 * 1024 + 1), 'at most 256 KiB'],
  ])('cannot be %s', async (_, bytes, reason) => {
    expect(await problem(bytes)).toContain(reason)
  })

  it('is refused or cleaned, and stays as it is when it is cleaned again, whatever the bytes are', async () => {
    const damaged = fc
      .tuple(fc.constantFrom(png(), jpeg(frame())), fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 4 }))
      .map(([image, changes]) => {
        const bytes = Buffer.from(image)
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        return bytes
      })
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), async (bytes) => {
        const clean = await cleanLogo(bytes)
        if ('problem' in clean) expect(clean.problem).not.toBe('')
        else {
          expect(clean.bytes.length).toBeLessThanOrEqual(bytes.length)
          expect(await cleanLogo(clean.bytes)).toEqual(clean)
        }
      }),
    )
  })
})
