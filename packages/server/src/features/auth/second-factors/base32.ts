const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648 without padding. */
export const encodeBase32 = (bytes: Uint8Array): string => {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((value >>> bits) & 31)
    }
  }
  return bits === 0 ? text : text + alphabet.charAt((value << (5 - bits)) & 31)
}

/** Reads what `encodeBase32` wrote. */
export const decodeBase32 = (text: string): Buffer => {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const index = alphabet.indexOf(letter)
    if (index < 0) throw new RangeError('Not base32')
    value = ((value << 5) | index) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >>> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
