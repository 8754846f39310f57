import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { zipSync } from 'fflate'
import type { Answer, Person, TestService } from './service.ts'

/** One part of a form: a file or a text field. */
export type FormPart =
  | { name?: string; fileName: string; content: Uint8Array | string | AsyncIterable<Uint8Array> }
  | { name: string; value: string }

const headOf = (boundary: string, part: FormPart): string => {
  const { name = 'files' } = part
  const file = 'fileName' in part ? `; filename="${part.fileName}"` : ''
  const type = 'fileName' in part ? '\r\nContent-Type: application/octet-stream' : ''
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n`
}

async function* formBytes(boundary: string, parts: readonly FormPart[]): AsyncIterable<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(headOf(boundary, part))
    const content = 'value' in part ? part.value : part.content
    if (typeof content === 'string' || content instanceof Uint8Array) yield Buffer.from(content)
    else yield* content
    yield Buffer.from('\r\n')
  }
  yield Buffer.from(`--${boundary}--\r\n`)
}

/** A form as browsers send it, generated while it is read. */
export const formOf = (parts: readonly FormPart[]) => {
  const boundary = `----${randomUUID()}`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Readable.from(formBytes(boundary, parts)),
  }
}

interface Sending {
  method: 'POST' | 'PUT'
  path: string
  parts: readonly FormPart[]
  more?: Record<string, string>
}

const sendForm = async (
  { service }: Pick<TestService, 'service'>,
  person: Pick<Person, 'token'> | undefined,
  { method, path, parts, more }: Sending,
): Promise<Answer> => {
  const { headers, payload } = formOf(parts)
  const reply = await service.app.inject({
    method,
    url: path,
    headers: { ...headers, ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }), ...more },
    payload,
  })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? '' : JSON.parse(reply.body),
    headers: reply.headers,
    cookie: undefined,
  }
}

/** Sends a form through the real route. */
export const upload = (
  service: Pick<TestService, 'service'>,
  person: Pick<Person, 'token'> | undefined,
  path: string,
  parts: readonly FormPart[],
  more: Record<string, string> = {},
): Promise<Answer> => sendForm(service, person, { method: 'POST', path, parts, more })

/** Uploads a photo as a user's avatar. */
export const uploadAvatar = (
  service: Pick<TestService, 'service'>,
  person: Pick<Person, 'token'> | undefined,
  ...contents: (Uint8Array | AsyncIterable<Uint8Array>)[]
): Promise<Answer> => {
  const parts = contents.map((content) => ({ name: 'file', fileName: 'photo', content }))
  return sendForm(service, person, { method: 'PUT', path: '/api/auth/me/avatar', parts })
}

/** A ZIP package of parts, like an Office file. */
export const packageOf = (parts: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? Buffer.from(part) : part]),
    ),
    // A fixed time, so that the same parts always give the same file.
    { mtime: new Date(2026, 0, 1) },
  )

/** The directory of an Office file before 2007 with streams of these names, without their content. */
export const compoundFile = (...streams: string[]): Uint8Array => {
  const file = Buffer.alloc(1_536)
  file.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  file.writeUInt16LE(3, 26)
  file.writeUInt16LE(0xfffe, 28)
  file.writeUInt16LE(9, 30)
  file.writeUInt16LE(6, 32)
  file.writeUInt32LE(1, 44)
  for (let at = 76; at < 512; at += 4) file.writeUInt32LE(0xffffffff, at)
  // Sector 0 is the table of sectors, sector 1 the directory.
  file.writeUInt32LE(1, 48)
  file.writeUInt32LE(0, 76)
  file.writeUInt32LE(0xfffffffd, 512)
  file.writeUInt32LE(0xfffffffe, 516)
  for (const [place, name] of ['Root Entry', ...streams].entries()) {
    file.write(name, 1_024 + 128 * place, 'utf16le')
    file.writeUInt16LE(2 * name.length + 2, 1_024 + 128 * place + 64)
    file.writeUInt8(place === 0 ? 5 : 2, 1_024 + 128 * place + 66)
  }
  return new Uint8Array(file)
}

/** The same workbook with formulas in each format, as LibreOffice saves it. */
export const workbookOfKind = (kind: 'xlsx' | 'xls' | 'ods' | 'fods'): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../workbook-reader/src/fixtures/kinds.${kind}`, import.meta.url)))

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const core = (title: string) =>
  `${xml}<cp:coreProperties xmlns:cp="${office}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`
const types = (main: string, contentType: string) =>
  `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${contentType}"/></Types>`
const rootRels = (main: string) =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`

/** A real workbook with one sheet, whose rows are given as XML. */
export const workbookFile = ({
  sheet = 'Returns',
  title = 'Riverside Apartments',
  rows = '<row r="1"><c r="A1" t="inlineStr"><is><t>Cap rate</t></is></c><c r="B1" s="1"><v>0.0525</v></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Twice</t></is></c><c r="B2"><f>B1*2</f><v>0.105</v></c></row>',
  parts = {},
}: {
  sheet?: string
  title?: string
  rows?: string
  parts?: Record<string, string | Uint8Array>
} = {}): Uint8Array =>
  packageOf({
    '[Content_Types].xml': types(
      'xl/workbook.xml',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    ),
    '_rels/.rels': rootRels('xl/workbook.xml'),
    'docProps/core.xml': core(title),
    'xl/workbook.xml': `${xml}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${xml}<styleSheet xmlns="${office}/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${xml}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })

/** A real Word document, whose body is given as XML. */
export const wordFile = (body: string, title = '', parts: Record<string, string> = {}): Uint8Array =>
  packageOf({
    ...parts,
    '[Content_Types].xml': types(
      'word/document.xml',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
    ),
    '_rels/.rels': rootRels('word/document.xml'),
    'docProps/core.xml': core(title),
    'word/document.xml': `${xml}<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  })

/** A paragraph of a Word document. */
export const wordParagraph = (text: string, style?: string): string =>
  `<w:p>${style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

const relations = (...targets: readonly (readonly [id: string, kind: string, target: string])[]) =>
  `${xml}<Relationships xmlns="${office}/package/2006/relationships">${targets.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`).join('')}</Relationships>`

/** A slide: its title, the XML of its other shapes, what the speaker says, and the XML of a chart. */
interface Slide {
  title: string
  shapes?: string
  notes?: string
  chart?: string
}

const placeholder = (type: string, text: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

/** A real presentation. Its slides are stored in reverse order, as after moving them. */
export const slidesFile = (slides: readonly Slide[]): Uint8Array => {
  const nameOf = (place: number): string => `slide${slides.length - place}`
  const parts = slides.flatMap(({ title, shapes = '', notes, chart }, place): [string, string][] => [
    [
      `ppt/slides/${nameOf(place)}.xml`,
      `${xml}<p:sld xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:r="r"><p:cSld><p:spTree>${shapes}${placeholder('title', title)}${placeholder('sldNum', '7')}</p:spTree></p:cSld></p:sld>`,
    ],
    [
      `ppt/slides/_rels/${nameOf(place)}.xml.rels`,
      relations(
        ['rId1', 'notesSlide', `../notesSlides/${nameOf(place)}.xml`],
        ['rId2', 'chart', `../charts/${nameOf(place)}.xml`],
      ),
    ],
    ...(notes === undefined
      ? []
      : [
          [
            `ppt/notesSlides/${nameOf(place)}.xml`,
            `${xml}<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${placeholder('body', notes)}${placeholder('sldNum', '7')}</p:spTree></p:cSld></p:notes>`,
          ] as [string, string],
        ]),
    ...(chart === undefined ? [] : [[`ppt/charts/${nameOf(place)}.xml`, chart] as [string, string]]),
  ])
  return packageOf({
    '[Content_Types].xml': types(
      'ppt/presentation.xml',
      'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
    ),
    '_rels/.rels': rootRels('ppt/presentation.xml'),
    'ppt/presentation.xml': `${xml}<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, place) => `<p:sldId id="${place + 256}" r:id="rId${place + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(
      ...slides.map((_, place) => [`rId${place + 1}`, 'slide', `slides/${nameOf(place)}.xml`] as const),
    ),
    ...Object.fromEntries(parts),
  })
}

/** A text on a page of a PDF, in points from the lower left corner. */
export type PlacedText = readonly [x: number, y: number, text: string]

/** A real PDF with a line of text, or placed texts, on each page; `trailer` goes into its last part. */
export const pdfFile = (
  pages: readonly (string | readonly PlacedText[])[],
  { title, trailer = '' }: { title?: string; trailer?: string } = {},
): Uint8Array => {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>']
  const kids = pages.map((page) => {
    const texts: readonly PlacedText[] = typeof page === 'string' ? [[72, 700, page]] : page
    const drawing = texts.map(([x, y, text]) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`).join(' ')
    objects.push(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
  if (title !== undefined) objects.push(`<< /Title (${title}) >>`)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, place) => {
    const at = file.length
    file += `${place + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const info = title === undefined ? '' : `/Info ${objects.length} 0 R`
  const whole = Buffer.from(
    `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R ${info} ${trailer} >>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
  return new Uint8Array(whole)
}

/** A PDF that needs a password to open. */
export const lockedPdfFile = (): Uint8Array =>
  pdfFile(['secret'], {
    trailer: `/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
  })

/** A package that correctly declares that it inflates to a thousand times its size. */
export const bombFile = (): Uint8Array =>
  packageOf({ 'xl/workbook.xml': '<workbook/>', 'xl/media/zeros.xml': new Uint8Array(12 * 1024 * 1024) })

/** The header of a PNG image of the given size, without image data. */
export const pngFile = (width = 4, height = 3): Uint8Array => {
  const bytes = Buffer.alloc(45)
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.set([8, 2, 0, 0, 0], 24)
  bytes.write('IEND', 37, 'latin1')
  return bytes
}

/** The header of a JPEG image of the given size, after a long comment, without image data. */
export const jpegFile = (width = 4, height = 3): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0x9c, 0x42]),
    Buffer.alloc(0x9c40),
    Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0]),
  ])

const webpOf = (kind: string, rest: number[]): Uint8Array =>
  Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBP', 'latin1'), Buffer.from(kind), Buffer.from([10, 0, 0, 0, ...rest])])

/** The header of a WebP image of 640 x 360 pixels in each of the three formats, without image data. */
export const webpFiles = {
  lossy: webpOf('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 128, 2, 104, 1]),
  lossless: webpOf('VP8L', [0x2f, 0x7f, 0xc2, 0x59, 0, 0, 0, 0, 0, 0]),
  extended: webpOf('VP8X', [0, 0, 0, 0, 0x7f, 2, 0, 0x67, 1, 0]),
}
