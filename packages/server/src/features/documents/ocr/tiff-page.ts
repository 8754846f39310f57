import { documentMessages } from '../../../messages/documents.ts'
import { readTiff, type TiffTags, tiffTag } from '../reading/tiff.ts'
import { unreadable } from '../reading/unreadable.ts'

const unsupported = (): never => unreadable(documentMessages.tiffUnsupported())

/** The filters of PDF decode the same data as the compressions of TIFF. */
const filterOf = (tags: TiffTags, { width, rows }: { width: number; rows: number }): string => {
  const one = (tag: number, otherwise: number): number => tags.get(tag)?.[0] ?? otherwise
  const samples = one(tiffTag.samplesPerPixel, 1)
  const predictor = one(tiffTag.predictor, 1) === 2 ? 2 : 1
  const parameters = `/DecodeParms<</Predictor ${predictor}/Colors ${samples}/BitsPerComponent ${one(tiffTag.bitsPerSample, 1)}/Columns ${width}>>`
  const fax = (more: string): string =>
    `/Filter/CCITTFaxDecode/DecodeParms<</Columns ${width}/Rows ${rows}/EndOfBlock false/BlackIs1 true${more}>>`
  switch (one(tiffTag.compression, 1)) {
    case 1:
      return ''
    case 2:
      return fax('/K 0/EncodedByteAlign true')
    case 3:
      return fax((one(tiffTag.t4Options, 0) & 1) === 1 ? '/K 1' : '/K 0')
    case 4:
      return fax('/K -1')
    case 5:
      return `/Filter/LZWDecode${parameters}`
    case 7:
      return '/Filter/DCTDecode'
    case 8:
    case 32_946:
      return `/Filter/FlateDecode${parameters}`
    case 32_773:
      return '/Filter/RunLengthDecode'
    default:
      return unsupported()
  }
}

const colorSpaceOf = (tags: TiffTags): string => {
  const bits = tags.get(tiffTag.bitsPerSample)?.[0] ?? 1
  const samples = tags.get(tiffTag.samplesPerPixel)?.[0] ?? 1
  const photometric = tags.get(tiffTag.photometric)?.[0] ?? 0
  const isSupported = [1, 2, 4, 8].includes(bits) && (samples === 1 || samples === 3 || samples === 4)
  if (!isSupported || (samples > 1 && tags.get(tiffTag.planarConfiguration)?.[0] === 2)) return unsupported()
  if (photometric === 0 || photometric === 1)
    return samples === 1 ? `/ColorSpace/DeviceGray${photometric === 0 ? '/Decode[1 0]' : ''}` : unsupported()
  if (photometric === 3) {
    const colors = tags.get(tiffTag.colorMap) ?? []
    const count = 2 ** bits
    if (colors.length < 3 * count) return unsupported()
    // The reds of all colors come first, then the greens and the blues, with 16 bits each.
    const hex = Array.from({ length: 3 * count }, (_, n) => colors[(n % 3) * count + Math.floor(n / 3)] ?? 0)
    return `/ColorSpace[/Indexed/DeviceRGB ${count - 1}<${hex.map((value) => (value >> 8).toString(16).padStart(2, '0')).join('')}>]`
  }
  if (photometric === 5) return samples === 4 ? '/ColorSpace/DeviceCMYK' : unsupported()
  return samples === 3 ? '/ColorSpace/DeviceRGB' : unsupported()
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum | bit, 0),
)

/** Each piece of a JPEG picture needs the tables that all of them share: put between its first marker and the rest. */
const withTables = (piece: Uint8Array, tables: readonly number[] | undefined): Uint8Array =>
  tables === undefined || tables.length < 4
    ? piece
    : Buffer.concat([Uint8Array.from(tables.slice(0, -2)), piece.subarray(2)])

interface Piece {
  data: Uint8Array
  left: number
  top: number
  width: number
  height: number
}

const maxPieces = 20_000

/** The strips or tiles of a picture. */
const piecesOf = (bytes: Uint8Array, tags: TiffTags, { width, height }: { width: number; height: number }): Piece[] => {
  const tileWidth = tags.get(tiffTag.tileWidth)?.[0]
  const isTiled = tileWidth !== undefined
  const rows = (isTiled ? tags.get(tiffTag.tileHeight) : tags.get(tiffTag.rowsPerStrip))?.[0] ?? height
  const across = isTiled ? tileWidth : width
  const offsets = tags.get(isTiled ? tiffTag.tileOffsets : tiffTag.stripOffsets) ?? []
  const counts = tags.get(isTiled ? tiffTag.tileByteCounts : tiffTag.stripByteCounts) ?? []
  if (rows < 1 || across < 1 || offsets.length === 0 || offsets.length > maxPieces) return unsupported()
  if (isTiled && (across > 2 * width + 4_096 || rows > 2 * height + 4_096)) return unsupported()
  const perRow = Math.ceil(width / across)
  const isReversed = tags.get(tiffTag.fillOrder)?.[0] === 2
  return offsets.map((offset, n) => {
    const raw = bytes.subarray(offset, offset + (counts[n] ?? bytes.length))
    const data = isReversed ? raw.map((byte) => reversed[byte] ?? 0) : raw
    const top = Math.floor(n / perRow) * rows
    const shown = isTiled ? rows : Math.min(rows, height - top)
    return {
      data: withTables(data, tags.get(tiffTag.jpegTables)),
      left: (n % perRow) * across,
      top,
      width: across,
      height: shown,
    }
  })
}

/**
 * Wraps a picture of a TIFF file in a PDF of one page, a point for each pixel: the filters of PDF decode the same data,
 * and their guards hold for it as well.
 */
export const tiffPageAsPdf = (bytes: Uint8Array, number: number): Uint8Array => {
  const tags = readTiff(bytes)[number - 1] ?? unsupported()
  const width = tags.get(tiffTag.width)?.[0] ?? 0
  const height = tags.get(tiffTag.height)?.[0] ?? 0
  const pieces = piecesOf(bytes, tags, { width, height }).filter(({ height: rows }) => rows > 0)
  const color = colorSpaceOf(tags)
  const bits = tags.get(tiffTag.bitsPerSample)?.[0] ?? 1
  const chunks: Uint8Array[] = []
  const offsets: number[] = []
  let length = 0
  const write = (chunk: Uint8Array | string): void => {
    const data = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
    chunks.push(data)
    length += data.length
  }
  const object = (dictionary: string, stream?: Uint8Array): void => {
    offsets.push(length)
    write(`${offsets.length} 0 obj\n${dictionary}`)
    if (stream !== undefined) {
      write('\nstream\n')
      write(stream)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const first = 5
  const names = pieces.map((_, n) => `/I${n} ${first + n} 0 R`).join('')
  const drawn = pieces
    .map((piece, n) => {
      const bottom = height - piece.top - piece.height
      return `q ${piece.width} 0 0 ${piece.height} ${piece.left} ${bottom} cm /I${n} Do Q`
    })
    .join('\n')
  write('%PDF-1.7\n')
  object('<</Type/Catalog/Pages 2 0 R>>')
  object('<</Type/Pages/Kids[3 0 R]/Count 1>>')
  object(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Resources<</XObject<<${names}>>>>/Contents 4 0 R>>`,
  )
  object(`<</Length ${drawn.length}>>`, Buffer.from(drawn))
  for (const piece of pieces)
    object(
      `<</Type/XObject/Subtype/Image/Width ${piece.width}/Height ${piece.height}/BitsPerComponent ${bits}${color}${filterOf(tags, { width: piece.width, rows: piece.height })}/Length ${piece.data.length}>>`,
      piece.data,
    )
  const start = length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(
    `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table}trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
  )
  return new Uint8Array(Buffer.concat(chunks))
}
