// Malicious files with their upload names: the workbooks used in the engine's tests, and other files that users or
// programs might send to a document route.
import { deflateSync } from 'node:zlib'
import {
  drawText,
  grayPicture,
  jpegOf,
  pngOf,
  scannedPdf,
  tiffOf,
} from '../../packages/server/src/features/documents/fixtures/scans.mjs'
import { hostileWorkbooks } from '../../packages/workbook-reader/src/fixtures/hostile-workbooks.mjs'
import { packageOf, workbookOf, zeros } from '../../packages/workbook-reader/src/fixtures/packages.mjs'

const text = (content) => new Uint8Array(Buffer.from(content))
const binary = (...codes) => new Uint8Array(Buffer.concat([Buffer.from(codes), Buffer.alloc(4_000, 7)]))
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const docxOf = (document, parts = {}) =>
  packageOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    'word/document.xml': document,
    ...parts,
  })
const body = (inside) => `<w:document xmlns:w="${word}"><w:body>${inside}</w:body></w:document>`
const paragraph = (said) => `<w:p><w:r><w:t>${said}</w:t></w:r></w:p>`
const pdf = (...objects) =>
  text(
    `%PDF-1.7\n${objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer<</Root 1 0 R>>\n%%EOF`,
  )
const stream = (dictionary, content) => `<<${dictionary} /Length ${content.length}>>\nstream\n${content}\nendstream`
const multiplied = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>`
const sound = () => workbookOf({ rows: '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1*2</f><v>2</v></c></row>' })

const documents = [
  ['a letter of 400 MB in 400 KB', 'letter.docx', () => docxOf(zeros(400))],
  ['a letter that says it has 1 KB and has 400 MB', 'letter.docx', () => docxOf({ ...zeros(400), size: 1_000 })],
  ['a letter of entities that multiply', 'letter.docx', () => docxOf(`${multiplied}${body(paragraph('&j;'))}`)],
  [
    'a letter with an entity that names a file',
    'letter.docx',
    () => docxOf(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${body(paragraph('&f;'))}`),
  ],
  ['a letter nested a million deep', 'letter.docx', () => docxOf(body('<w:tbl>'.repeat(1_000_000)))],
  ['a letter of a million paragraphs', 'letter.docx', () => docxOf(body(paragraph('a').repeat(1_000_000)))],
  ['a letter of one word of 20 MB', 'letter.docx', () => docxOf(body(paragraph('a'.repeat(20_000_000))))],
  ['a letter without a body', 'letter.docx', () => docxOf('')],
  ['a letter with macros', 'letter.docm', () => docxOf(body(paragraph('a')), { 'word/vbaProject.bin': zeros(1) })],
  ['a package of nothing', 'nothing.docx', () => packageOf({})],
  ['a package with ways out of it', 'way.xlsx', () => packageOf({ '../../../etc/passwd': 'x', '/etc/shadow': 'x' })],
  [
    'a package with names of what every object has',
    'names.docx',
    () => docxOf(body(paragraph('a')), { __proto__x: 'x', ['__proto__']: 'x', constructor: 'x' }),
  ],
  ['a PDF of nothing', 'empty.pdf', () => text('%PDF-1.7\n%%EOF')],
  [
    'a PDF that is its own page',
    'loop.pdf',
    () => pdf('<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>'),
  ],
  [
    'a PDF of two thousand million pages',
    'pages.pdf',
    () =>
      pdf(
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 2000000000>>',
        '<</Type/Page/Parent 2 0 R>>',
      ),
  ],
  [
    'a PDF with a page of 20 MB of marks',
    'marks.pdf',
    () =>
      pdf(
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>',
        stream('', 'q 1 0 0 1 0 0 cm '.repeat(1_200_000)),
      ),
  ],
  ['a PDF nested 200,000 deep', 'deep.pdf', () => pdf(`<</Type/Catalog/Pages ${'['.repeat(200_000)}`)],
  [
    'a PDF with a password',
    'locked.pdf',
    () =>
      text(
        '%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 4>>>>\n%%EOF',
      ),
  ],
  [
    'a PDF with a program in it',
    'script.pdf',
    () =>
      pdf('<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while(1){})>>>>', '<</Type/Pages/Kids[]/Count 0>>'),
  ],
  ['a table of one line of 40 MB', 'line.csv', () => text('1,'.repeat(20_000_000))],
  ['a table of a million quotes that never close', 'quotes.csv', () => text(`a,b\n${'"'.repeat(1_000_001)}`)],
  ['a table of three million lines', 'lines.csv', () => text('1,2\n'.repeat(3_000_000))],
  ['a table of formulas that call out', 'calls.csv', () => text("=cmd|' /C calc'!A0,@SUM(1),+1,-1\n".repeat(100))],
  ['a table of names of what every object has', 'names.csv', () => text('__proto__,constructor,toString\n1,2,3\n')],
  ['a text of 40 MB without a space', 'text.txt', () => text('a'.repeat(40_000_000))],
  ['a text of nothing but line ends', 'lines.txt', () => text('\n'.repeat(20_000_000))],
  ['a text of zeros', 'zeros.txt', () => new Uint8Array(5_000_000)],
  ['a text of broken letters', 'letters.txt', () => new Uint8Array(Buffer.alloc(2_000_000, 0xed))],
  ['a text of marks that turn and join', 'marks.md', () => text('\u202e\u200d\u0301'.repeat(500_000))],
  ['half of a pair of letters', 'half.txt', () => new Uint8Array(Buffer.from('a\ud800b', 'utf16le'))],
  ['a program as a workbook', 'model.xlsx', () => binary(0x7f, 0x45, 0x4c, 0x46)],
  ['a program for another system as a workbook', 'model.xlsx', () => binary(0x4d, 0x5a, 0x90, 0x00)],
  ['a picture as a workbook', 'model.xlsx', () => binary(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)],
  ['a compressed file as a workbook', 'model.xlsx', () => binary(0x1f, 0x8b, 0x08, 0x00)],
  ['a picture of marks as a text', 'picture.txt', () => text('<svg onload="alert(1)"/>')],
  ['a file of nothing', 'model.xlsx', () => new Uint8Array()],
  ['a name that leads elsewhere', '../../../../etc/cron.d/model.xlsx', () => binary(0x50, 0x4b, 0x03, 0x04)],
  ['a name of 5,000 letters', `${'n'.repeat(5_000)}.xlsx`, () => binary(0x50, 0x4b, 0x03, 0x04)],
  ['a name of nothing but an ending', '.xlsx', () => binary(0x50, 0x4b, 0x05, 0x06)],
]

const slides = (slide, parts = {}) =>
  packageOf({
    'ppt/presentation.xml': '<p xmlns:r="r"><sldId r:id="r1"/></p>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/></Relationships>',
    'ppt/slides/slide1.xml': slide,
    ...parts,
  })
const sheets = (inside, before = '') =>
  text(
    `<?xml version="1.0"?>${before}<office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><table:table table:name="A">${inside}</table:table></office:document>`,
  )
const endlessCell =
  '<table:table-row table:number-rows-repeated="1048576"><table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16384"/></table:table-row>'
/** An Office file before 2007 whose chain of directory sectors runs in a circle. */
const circular = (...names) => {
  const file = Buffer.alloc(2_048)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  for (const [at, value] of [
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
    [44, 1],
  ])
    file.writeUInt16LE(value, at)
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(0xffffffff, at)
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0, 76)
  file.writeUInt32LE(0xfffffffd, 512)
  file.writeUInt32LE(2, 516)
  file.writeUInt32LE(1, 520)
  for (const [place, name] of ['Root Entry', ...names].entries()) {
    file.write(name, 1_024 + 128 * place, 'utf16le')
    file.writeUInt16LE(2 * name.length + 2, 1_024 + 128 * place + 64)
    file.writeUInt8(place === 0 ? 5 : 2, 1_024 + 128 * place + 66)
  }
  return new Uint8Array(file)
}
const mail = (rest) => text(`From: a@example.com\nTo: b@example.com\nSubject: x\nMIME-Version: 1.0\n${rest}`)
const multipart = (n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`

const otherFormats = [
  ['a presentation of 400 MB in 400 KB', 'deck.pptx', () => slides(zeros(400))],
  ['a presentation of entities that multiply', 'deck.pptx', () => slides(`${multiplied}<sld><t>&j;</t></sld>`)],
  ['a presentation nested a million deep', 'deck.pptx', () => slides('<a>'.repeat(1_000_000))],
  [
    'a presentation whose slides are one slide',
    'deck.pptx',
    () => slides('<sld/>', { 'ppt/presentation.xml': `<p xmlns:r="r">${'<sldId r:id="r1"/>'.repeat(100_000)}</p>` }),
  ],
  ['rich text nested a million deep', 'memo.rtf', () => text(`{\\rtf1 ${'{'.repeat(1_000_000)}`)],
  [
    'rich text of a million tables',
    'memo.rtf',
    () => text(`{\\rtf1 ${'\\trowd\\intbl a\\cell\\row '.repeat(1_000_000)}}`),
  ],
  ['rich text with more binary data than it has', 'memo.rtf', () => text('{\\rtf1 \\bin2000000000 x}')],
  ['a web page of a million tags', 'page.html', () => text(`<html>${'<b>x</b>'.repeat(1_000_000)}`)],
  ['a web page nested a million deep', 'page.html', () => text(`<html>${'<div>'.repeat(1_000_000)}`)],
  [
    'a web page of a million closing tags',
    'page.html',
    () => text(`<html>${'<i>'.repeat(500)}${'</b>'.repeat(1_000_000)}`),
  ],
  ['a web page with a cell of a billion columns', 'page.html', () => text('<html><table><tr><td colspan=999999999>x')],
  [
    'an OpenDocument workbook of 400 MB in 400 KB',
    'model.ods',
    () => packageOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': zeros(400) }),
  ],
  ['a flat workbook of entities that multiply', 'model.fods', () => sheets('', multiplied)],
  ['a flat workbook that repeats a cell without end', 'model.fods', () => sheets(endlessCell)],
  ['a flat workbook nested a million deep', 'model.fods', () => sheets('<a>'.repeat(1_000_000))],
  ['a binary workbook of 400 MB in 400 KB', 'model.xlsb', () => packageOf({ 'xl/workbook.bin': zeros(400) })],
  ['an old workbook in a circle', 'model.xls', () => circular('Workbook')],
  ['a mail in a circle', 'mail.msg', () => circular('__properties_version1.0')],
  [
    'a mail nested 1,000 parts deep',
    'mail.eml',
    () => mail(Array.from({ length: 1_000 }, (_, n) => multipart(n)).join('')),
  ],
  ['a mail of a million header lines', 'mail.eml', () => mail(`${'X-A: b\n'.repeat(1_000_000)}\nx`)],
  [
    'a mail of 100,000 parts',
    'mail.eml',
    () => mail(`${multipart(0)}${'\n--b0\nContent-Disposition: attachment; filename=a.txt\n\nx'.repeat(100_000)}`),
  ],
  [
    'an archive with ways out of it',
    'room.zip',
    () => packageOf({ '../../../etc/passwd': 'x', '/etc/shadow': 'y', 'C:\\a.txt': 'z' }),
  ],
  ['an archive of 400 MB in 400 KB', 'room.zip', () => packageOf({ 'a.txt': zeros(400) })],
  [
    'an archive of 4,000 files',
    'room.zip',
    () => packageOf(Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`${n}.txt`, 'x']))),
  ],
  [
    'an archive in an archive in an archive',
    'room.zip',
    () => packageOf({ 'a.zip': packageOf({ 'b.zip': packageOf({ 'c.txt': 'x' }) }) }),
  ],
]

const pngChunk = (type, data) => {
  // The checksum is wrong, as in a file that was tampered with; decoders that check it reject it even earlier.
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  return chunk
}
/** A PNG that claims this size, with black pixels for some of its rows. */
const pngOfSize = (width, height, rows) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (width + 1)))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([mark, ...chunks]))
}
const sheet = () => drawText(['The roofs were replaced in 2019.'])
const half = (bytes) => bytes.slice(0, bytes.length / 2)
const withEnd = (bytes, ...end) => new Uint8Array(Buffer.concat([bytes, Buffer.from(end)]))
const imageOf = (width, height, stream) => ({
  dictionary: `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode/Length ${stream.length}>>`,
  stream,
})
const picture = (tags, data = Buffer.from('x')) => ({ tags: { 258: [8], 259: [1], 262: [1], 277: [1], ...tags }, data })
/** A TIFF whose second directory refers to the first. */
const circularTiff = () => {
  const small = drawText([], { width: 9, height: 9 })
  const bytes = Buffer.from(tiffOf([grayPicture(small), grayPicture(small)]))
  bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.length - 4)
  return new Uint8Array(bytes)
}

const scans = [
  ['a PNG of 400 MB in 400 KB', 'scan.png', () => pngOfSize(20_000, 20_000, 20_000)],
  ['a PNG that claims four thousand million pixels', 'scan.png', () => pngOfSize(65_000, 65_000, 1)],
  ['a PNG that claims 49 million pixels and has one row', 'scan.png', () => pngOfSize(7_000, 7_000, 1)],
  ['a PNG that was cut off', 'scan.png', () => half(pngOf(sheet()))],
  ['a JPEG that was cut off', 'scan.jpg', () => half(jpegOf(sheet()))],
  ['a JPEG that was cut off and ended', 'scan.jpg', () => withEnd(half(jpegOf(sheet())), 0xff, 0xd9)],
  [
    'a JPEG of a few hundred bytes that crashes decoders',
    'scan.jpg',
    () => withEnd(jpegOf(sheet()).slice(0, 700), 0xff, 0xd9),
  ],
  [
    'a TIFF that claims four thousand million pixels',
    'scan.tif',
    () => tiffOf([picture({ 256: [65_000], 257: [65_000] })]),
  ],
  [
    'a TIFF of 5,000 pictures',
    'scan.tif',
    () => tiffOf(Array.from({ length: 5_000 }, () => picture({ 256: [9], 257: [9] }, Buffer.alloc(81)))),
  ],
  ['a TIFF in a circle', 'scan.tif', circularTiff],
  [
    'a TIFF strip of 1 GB in 1 MB',
    'scan.tif',
    () => tiffOf([picture({ 256: [9], 257: [9], 259: [8] }, deflateSync(Buffer.alloc(1_000_000_000)))]),
  ],
  [
    'a TIFF whose tiles are larger than it',
    'scan.tif',
    () => tiffOf([picture({ 256: [9], 257: [9], 322: [4_000_000], 323: [4_000_000], 324: [8], 325: [1] })]),
  ],
  [
    'a PDF of 3,000 scanned pages',
    'scan.pdf',
    () => scannedPdf(Array.from({ length: 3_000 }, () => imageOf(9, 9, deflateSync(Buffer.alloc(81))))),
  ],
  [
    'a PDF of 1,000 empty scanned pages',
    'scan.pdf',
    () => scannedPdf(Array.from({ length: 1_000 }, () => imageOf(9, 9, deflateSync(Buffer.alloc(81, 255))))),
  ],
  [
    'a scanned page of 1 GB in 1 MB',
    'scan.pdf',
    () => scannedPdf([imageOf(31_000, 31_000, deflateSync(Buffer.alloc(961_000_000)))]),
  ],
  ['a scanned page whose image has no data', 'scan.pdf', () => scannedPdf([imageOf(6_000, 6_000, Buffer.alloc(0))])],
  ['a photo for telephones', 'photo.heic', () => text('\0\0\0\x18ftypheic\0\0\0\0')],
]

/** A pseudorandom number generator with a fixed seed, so that every run uses the same numbers. */
const draws = (seed) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const cutOff = (share) => [
  `a workbook cut off after ${share} %`,
  'model.xlsx',
  () => {
    const bytes = sound()
    return bytes.slice(0, Math.floor((bytes.length * share) / 100))
  },
]

const damaged = (seed) => [
  `a workbook with 20 bytes changed, ${seed}`,
  'model.xlsx',
  () => {
    const bytes = Uint8Array.from(sound())
    const draw = draws(seed)
    for (let n = 0; n < 20; n++) bytes[draw(bytes.length)] = draw(256)
    return bytes
  },
]

/** This many hostile files, each with a description, a file name, and a function that creates its bytes. */
export const hostileFiles = (count) => {
  const made = [
    ...hostileWorkbooks.map(({ name, make }) => [name, 'model.xlsx', make]),
    ...hostileWorkbooks
      .filter(({ isHeavy }) => !isHeavy)
      .map(({ name, make }) => [`${name}, as a letter`, 'letter.docx', make]),
    ...documents,
    ...otherFormats,
    ...scans,
    ...Array.from({ length: 20 }, (_, n) => cutOff(4 + n * 5)),
  ]
  const rest = Array.from({ length: Math.max(0, count - made.length) }, (_, n) => damaged(n + 1))
  return [...made, ...rest].slice(0, count).map(([name, fileName, make]) => ({ name, fileName, make }))
}
