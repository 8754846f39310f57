const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The CRC-32 checksum of zip parts, for bytes that arrive in chunks. */
export const createChecksum = () => {
  let value = -1
  return {
    add: (piece: Uint8Array): void => {
      let sum = value
      for (let at = 0; at < piece.length; at++) sum = (sum >>> 8) ^ (table[(sum ^ (piece[at] ?? 0)) & 0xff] ?? 0)
      value = sum
    },
    value: (): number => ~value >>> 0,
  }
}
