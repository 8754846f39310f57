/** What an image is, by its first bytes: a name can say anything. */
export const imageKind = (bytes: Uint8Array): 'png' | 'jpg' | undefined => {
  if ([0x89, 0x50, 0x4e, 0x47].every((byte, n) => bytes[n] === byte)) return 'png'
  return [0xff, 0xd8, 0xff].every((byte, n) => bytes[n] === byte) ? 'jpg' : undefined
}

/** Markers of JPEG files that are followed by the size of the image. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** The size of a PNG or JPEG image in pixels. */
export const imageSize = (bytes: Uint8Array): { width: number; height: number } | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (imageKind(bytes) === 'png')
    return bytes.length < 24 ? undefined : nonEmpty(view.getUint32(16), view.getUint32(20))
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    if (isFrame(bytes[at + 1] ?? 0)) return nonEmpty(view.getUint16(at + 7), view.getUint16(at + 5))
    at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

const nonEmpty = (width: number, height: number): { width: number; height: number } | undefined =>
  width > 0 && height > 0 ? { width, height } : undefined
