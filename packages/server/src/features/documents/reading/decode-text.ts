const begins = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, place) => bytes[place] === byte)

const decodeAs = (encoding: string, bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Bytes that never occur in Windows-1252 text. Without this check, images and programs would decode as letters. */
const isForeign = (byte: number): boolean =>
  (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) ||
  byte === 127 ||
  byte === 0x81 ||
  byte === 0x8d ||
  byte === 0x8f ||
  byte === 0x90 ||
  byte === 0x9d

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1252. Returns undefined if the file is not text. */
export const decodeText = (bytes: Uint8Array): string | undefined => {
  const text = begins(bytes, 0xff, 0xfe)
    ? decodeAs('utf-16le', bytes)
    : begins(bytes, 0xfe, 0xff)
      ? decodeAs('utf-16be', bytes)
      : (decodeAs('utf-8', bytes) ?? (bytes.some(isForeign) ? undefined : decodeAs('windows-1252', bytes)))
  return text === undefined || text.includes('\0') ? undefined : text
}

/** Decodes HTML, in the encoding that it declares if it is neither Unicode nor Windows-1252. */
export const decodeHtml = (bytes: Uint8Array): string | undefined => {
  const unicode = decodeAs('utf-8', bytes)
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024))
  const [, declared] = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(head) ?? []
  const text = unicode ?? (declared === undefined ? undefined : decodeAs(declared, bytes)) ?? decodeText(bytes)
  return text?.includes('\0') ? decodeText(bytes) : text
}
