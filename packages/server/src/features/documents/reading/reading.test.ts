import { deflateSync } from 'node:zlib'
import { UnreadableWorkbook } from '@deal-canvas/workbook-reader'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bombFile,
  compoundFile,
  lockedPdfFile,
  type PlacedText,
  packageOf,
  pdfFile,
  slidesFile,
  wordFile,
  wordParagraph,
  workbookFile,
  workbookOfKind,
} from '../../../testing/uploading.ts'
import { uncachedWorkbookOf } from '../../../testing/workbooks.ts'
import { cleanFileName } from '../file-name.ts'
import { digitizeBook, readBook } from './book.ts'
import { judgeFile } from './judge-file.ts'
import { guessDelimiter, readCsv } from './read-csv.ts'
import { readDocx } from './read-docx.ts'
import { readPdf } from './read-pdf.ts'
import { readText } from './read-text.ts'
import { Unreadable } from './unreadable.ts'

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array =>
  new Uint8Array(Buffer.from(text, encoding))

describe('file type detection', () => {
  const table = 'unit,rent,date\n1,1200,2026-01-01\n2,1250,2026-01-01\n'
  it.each<[string, string, string, Uint8Array]>([
    ['a workbook', 'xlsx', 'model.pdf', workbookFile()],
    ['a workbook with macros', 'xlsm', 'model.xlsx', workbookFile({ parts: { 'xl/vbaProject.bin': 'x' } })],
    ['a Word document', 'docx', 'memo.xlsx', wordFile(wordParagraph('Hello'))],
    ['a PDF', 'pdf', 'memo.docx', pdfFile(['Hello'])],
    ['a PDF that starts after a few other bytes', 'pdf', 'memo', new Uint8Array([10, 10, ...pdfFile(['Hello'])])],
    ['a table', 'csv', 'rents.txt', bytes(table)],
    ['a tab-separated table', 'tsv', 'rents', bytes(table.replaceAll(',', '\t'))],
    ['an old workbook', 'xls', 'model.xlsx', workbookOfKind('xls')],
    ['a binary workbook', 'xlsb', 'model.zip', packageOf({ 'xl/workbook.bin': 'x' })],
    ['an OpenDocument workbook', 'ods', 'model', workbookOfKind('ods')],
    ['a flat OpenDocument workbook', 'fods', 'model.xml', workbookOfKind('fods')],
    ['an archive', 'zip', 'model.xlsx', packageOf({ 'a.txt': 'x' })],
    ['a mail', 'eml', 'mail.txt', bytes('From: a@b.c\r\nTo: d@e.f\r\nSubject: Hi\r\n there\r\n\r\nHello')],
    ['an Outlook mail', 'msg', 'mail.doc', compoundFile('__properties_version1.0')],
    ['a presentation', 'pptx', 'deck.zip', slidesFile([{ title: 'Hello' }])],
    ['rich text', 'rtf', 'memo.doc', bytes('{\\rtf1\\ansi Hello}')],
    ['a web page', 'html', 'page.txt', bytes('<!-- saved -->\n<html><p>Hello')],
    ['a web page in Unicode', 'html', 'page.md', bytes('\ufeff<!DOCTYPE html><p>Hello')],
    ['a one-column CSV file', 'csv', 'one column.CSV', bytes('rent\n1200\n')],
    ['a table in Windows encoding', 'csv', 'r.csv', bytes(`Städte;Zahl\nKöln;1\nBonn;2\n`, 'latin1')],
    ['Markdown, by its name', 'md', 'README.md', bytes('# Title\n\na, b\nc, d\ne, f')],
    ['a text', 'txt', 'notes.csvx', bytes('Dear all,\nplease find the model.\nBest, M')],
    ['a UTF-16 text', 'txt', 'notes.txt', Buffer.concat([bytes('\xff\xfe', 'latin1'), bytes('Notes', 'utf16le')])],
  ])('detects %s as %s regardless of its name', async (_, kind, name, content) => {
    expect(await judgeFile(content, name, { ocr: true })).toBe(kind)
  })

  it.each<[string, RegExp, Uint8Array]>([
    ['an empty file', /empty/, bytes('')],
    ['a file with only white space', /empty/, bytes(' \n\t')],
    ['an Office file of unknown kind', /not supported/, compoundFile('Something')],
    ['an encrypted Office file', /password/, compoundFile('EncryptedPackage', 'EncryptionInfo')],
    ['an old Word document', /Word document in the format before 2007/, compoundFile('WordDocument')],
    ['an old presentation', /presentation in the format before 2007/, compoundFile('PowerPoint Document')],
    ['a damaged old workbook', /damaged/, compoundFile('Workbook')],
    [
      'an OpenDocument text',
      /\.odt/,
      packageOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': 'x' }),
    ],
    ['an empty archive', /archive/, bytes(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')],
    ['a truncated workbook', /incomplete/, workbookFile().subarray(0, 400)],
    ['a zip bomb', /decompresses/, bombFile()],
    ['a PDF with a password', /password/, lockedPdfFile()],
    ['a damaged PDF', /damaged/, bytes('%PDF-1.7\nhello')],
    ['a GIF image', /GIF image, which is not supported/, bytes('GIF89a')],
    ['a vector image', /XML or SVG/, bytes('<svg onload="alert(1)"/>')],
    ['an XML file', /XML or SVG/, bytes('<?xml version="1.0"?><invoice>1</invoice>')],
    ['a program', /not supported/, bytes(`\x7fELF\x02\x01\x01${'\0'.repeat(100)}`, 'latin1')],
    ['text with a null character', /not supported/, bytes('a\0b')],
  ])('rejects %s with an explanation', async (_, sentence, content) => {
    const refused = await judgeFile(content, 'x.xlsx', { ocr: true }).catch((error: unknown) => error)
    expect(refused instanceof Unreadable || refused instanceof UnreadableWorkbook).toBe(true)
    expect((refused as Error).message).toMatch(sentence)
  })
})

describe('workbooks', () => {
  it('converts a workbook to one line per row with formatted numbers', () => {
    const digitized = digitizeBook(readBook(workbookFile()))
    expect(digitized).toEqual({
      kind: 'workbook',
      title: 'Riverside Apartments',
      sheets: [{ name: 'Returns', hidden: false, rows: 2, columns: 2, cells: 4 }],
      lines: [
        { sheet: 'Returns', cell: 'A1', text: 'Cap rate | 5.25%' },
        { sheet: 'Returns', cell: 'A2', text: 'Twice | 0.105' },
      ],
    })
  })

  it('shows calculated values for formula cells without cached values', () => {
    const digitized = digitizeBook(
      readBook(
        uncachedWorkbookOf({
          Returns: [
            ['Rent', 1200],
            ['Twice', '=B1*2'],
          ],
        }),
      ),
    )
    expect(digitized).toMatchObject({ lines: [{ text: 'Rent | 1200' }, { text: 'Twice | 2400' }] })
  })

  it('limits a workbook to 20,000 lines of 400 characters', () => {
    const cells = Array.from({ length: 30_000 }, (_, row) => ({ row, column: 0, value: 'x'.repeat(1_000) }))
    const digitized = digitizeBook({ title: null, sheets: [{ name: 'A', hidden: true, cells }] })
    if (digitized.kind !== 'workbook') throw new Error('It is no workbook')
    expect([digitized.lines.length, digitized.lines[0]?.text.length]).toEqual([20_000, 400])
  })
})

describe('CSV files', () => {
  it('reads a CSV file as a workbook with one sheet, named after the file', () => {
    const book = readCsv(bytes('\ufeffunit;rent\n"A; 1";1200.50\n\nB;n/a\n'), 'Rent roll.csv')
    expect(book.sheets).toMatchObject([{ name: 'Rent roll' }])
    expect(book.sheets[0]?.cells).toEqual([
      { row: 0, column: 0, value: 'unit' },
      { row: 0, column: 1, value: 'rent' },
      { row: 1, column: 0, value: 'A; 1' },
      { row: 1, column: 1, value: 1200.5 },
      { row: 3, column: 0, value: 'B' },
      { row: 3, column: 1, value: 'n/a' },
    ])
  })

  it('reads every cell of a CSV file with any delimiter', () => {
    const cell = fc.stringMatching(/^[a-z "]{1,8}$/).filter((text) => text.trim() !== '')
    const grid = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 3, maxLength: 8 }),
      )
    fc.assert(
      fc.property(grid, fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
        const quoted = rows
          .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter))
          .join('\n')
        const { cells = [] } = readCsv(bytes(quoted), 'x.csv').sheets[0] ?? {}
        const found = rows.map((row, place) =>
          row.map((_, column) => cells.find((item) => item.row === place && item.column === column)?.value),
        )
        return guessDelimiter(quoted).delimiter === delimiter && JSON.stringify(found) === JSON.stringify(rows)
      }),
      { numRuns: 100 },
    )
  })

  it('rejects a CSV file with an unclosed quote', () => {
    expect(() => readCsv(bytes(`a,b\n"${'x'.repeat(50)}`), 'x.csv')).toThrow(Unreadable)
  })
})

describe('Word documents', () => {
  it('reads the headings, paragraphs and tables of a Word document page by page', () => {
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((text) => `<w:tc>${wordParagraph(text)}</w:tc>`).join('')}</w:tr>`
    const body = `${wordParagraph('Riverside &amp; Co', 'Heading1')}${wordParagraph('A good place.')}<w:tbl>${row('Rent', '1,200')}${row('Growth', '3&#37;')}</w:tbl><w:p><w:r><w:br w:type="page"/><w:t>Next page</w:t></w:r></w:p>`
    expect(readDocx(wordFile(body))).toEqual({
      title: 'Riverside & Co',
      pages: [
        {
          page: 1,
          text: '# Riverside & Co\nA good place.\nRent | 1,200\nGrowth | 3%',
          heading: 'Riverside & Co',
          tables: [
            {
              rows: [
                ['Rent', '1,200'],
                ['Growth', '3%'],
              ],
              from: 31,
              to: 55,
            },
          ],
        },
        { page: 2, text: 'Next page' },
      ],
    })
    expect(readDocx(wordFile(body, 'Its own title')).title).toBe('Its own title')
  })

  it('rejects a Word document that declares entities', () => {
    const hostile = packageOf({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document>&a;</w:document>' })
    expect(() => readDocx(hostile)).toThrow(/entities/)
  })

  it('accepts the tracked changes of a Word document: keeps insertions, drops deletions and moved text', () => {
    const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
    const body = [
      `<w:p>${run('The rent is ')}<w:del w:id="1">${'<w:r><w:delText>1,100</w:delText></w:r>'}${run('old')}</w:del><w:ins w:id="2">${run('1,200')}</w:ins>${run(' a month.')}</w:p>`,
      `<w:p><w:moveFrom w:id="3">${run('Moved.')}</w:moveFrom></w:p>`,
      `<w:p><w:pPr><w:rPr><w:del w:id="4"/></w:rPr></w:pPr>${run('One ')}</w:p><w:p>${run('paragraph.')}</w:p>`,
      `<w:p><w:pPr><w:pPrChange w:id="5"><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange></w:pPr><w:moveTo w:id="6">${run('Moved.')}</w:moveTo></w:p>`,
      `<w:tbl><w:tr><w:trPr><w:del w:id="7"/></w:trPr><w:tc>${wordParagraph('Gone')}</w:tc></w:tr><w:tr><w:tc>${wordParagraph('Kept')}</w:tc></w:tr></w:tbl>`,
    ]
    const [page] = readDocx(wordFile(body.join(''))).pages
    expect(page?.text).toBe('The rent is 1,200 a month.\nOne paragraph.\nMoved.\nKept')
  })

  it('keeps the place of empty and merged cells of a Word table', () => {
    const cell = (text: string, properties = '') => `<w:tc>${properties}${wordParagraph(text)}</w:tc>`
    const wide = '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>'
    const body = `<w:tbl><w:tr>${cell('Units', wide)}${cell('Rent')}</w:tr><w:tr>${cell('')}${cell('104')}${cell('1,200')}</w:tr></w:tbl>`
    expect(readDocx(wordFile(body)).pages[0]?.tables).toMatchObject([
      {
        rows: [
          ['Units', '', 'Rent'],
          ['', '104', '1,200'],
        ],
      },
    ])
  })

  it('numbers the lists and headings of a Word document as the author sees them and puts notes on their page', () => {
    const item = (text: string, level: number, num = '1') =>
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
    const level = (at: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    const body = `<w:p><w:pPr><w:pStyle w:val="Clause"/></w:pPr><w:r><w:t>Term</w:t></w:r>${note}</w:p>${item('Start', 1)}${item('End', 1)}${item('Rent', 0)}${item('First', 0, '2')}`
    const file = wordFile(body, '', {
      'word/numbering.xml': `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet', 'x')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      'word/styles.xml':
        '<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:styleId="Clause"><w:name w:val="Clause"/><w:basedOn w:val="H1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style></w:styles>',
      'word/footnotes.xml':
        '<w:footnotes xmlns:w="w"><w:footnote w:id="2"><w:p><w:r><w:t>Five years &amp; an option.</w:t></w:r></w:p></w:footnote></w:footnotes>',
    })
    expect(readDocx(file).pages).toEqual([
      {
        page: 1,
        heading: '1. Term[1]',
        text: '# 1. Term[1]\n  1.a) Start\n  1.b) End\n2. Rent\n- First\n[1] Five years & an option.',
      },
    ])
  })

  it('reads or rejects a Word document made of any sequence of tags', () => {
    const tag = fc.constantFrom(
      '<w:p>',
      '</w:p>',
      '<w:tr>',
      '</w:tr>',
      '<w:tc>',
      '</w:tc>',
      '<w:t>x',
      '</w:t>',
      '<w:tab/>',
      '<w:br w:type="page"/>',
      '<w:tbl>',
      '</w:tbl>',
      '<',
      '&#xffffff;',
    )
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 60 }), (tags) => {
        try {
          return Array.isArray(readDocx(wordFile(tags.join(''))).pages)
        } catch (error) {
          return error instanceof Unreadable || error instanceof UnreadableWorkbook
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('PDF files', () => {
  it('reads the text of the pages of a PDF', async () => {
    const box = [expect.closeTo(72 / 612), expect.closeTo(0.104, 2), expect.any(Number), expect.closeTo(0.119, 2)]
    expect(await readPdf(pdfFile(['Page one', 'Page two'], { title: 'Offering' }))).toEqual({
      title: 'Offering',
      pages: [
        { page: 1, text: 'Page one', lines: [{ from: 0, to: 8, box }] },
        { page: 2, text: 'Page two', lines: [{ from: 0, to: 8, box }] },
      ],
    })
  })

  const rentRoll: readonly (readonly string[])[] = [
    ['Unit', 'Type', 'Rent'],
    ['101', 'One bedroom', '$1,250'],
    ['102', '', '$1,650'],
    ['103', 'Two bedrooms', ''],
    ['Total', '', '$2,900'],
  ]
  const placed = (row: number, column: number): PlacedText => [
    72 + column * 120,
    600 - row * 20,
    rentRoll[row]?.[column] ?? '',
  ]
  it.each([
    ['row by row', rentRoll.flatMap((cells, row) => cells.map((_, column) => placed(row, column)))],
    ['column by column', [0, 1, 2].flatMap((column) => rentRoll.map((_, row) => placed(row, column)))],
  ])('finds a table that the PDF draws %s, with its empty cells and its lines', async (_, texts) => {
    const drawn = texts.filter(([, , text]) => text !== '')
    const { pages } = await readPdf(pdfFile([[[72, 700, 'The rent roll of June.'], ...drawn, [72, 400, 'The end.']]]))
    const [page] = pages
    expect(page?.text.split(/\n+/)).toEqual([
      'The rent roll of June.',
      ...rentRoll.map((row) => row.filter((cell) => cell !== '').join(' ')),
      'The end.',
    ])
    expect(page?.tables).toMatchObject([{ rows: rentRoll }])
    const [table] = page?.tables ?? []
    expect(page?.text.slice(table?.from, table?.to)).toMatch(/^Unit Type Rent\n.+\n.+\n.+\nTotal \$2,900$/)
    expect(page?.lines?.map(({ from, to }) => page.text.slice(from, to))).toEqual(page?.text.split(/\n+/))
  })

  it('does not take two columns of prose for a table', async () => {
    const prose = (n: number) => `Sentence ${n} goes on for as long as a line of a narrow column`
    const texts = Array.from({ length: 6 }, (_, row): PlacedText[] => [
      [36, 700 - row * 14, prose(row)],
      [420, 700 - row * 14, prose(row + 10)],
    ]).flat()
    expect((await readPdf(pdfFile([texts]))).pages[0]?.tables).toBeUndefined()
  })

  it('rejects a PDF with a stream that inflates to more than 64 MiB', async () => {
    const stream = deflateSync(Buffer.concat([Buffer.alloc(80 * 2 ** 20, ' '), Buffer.from('BT (hello) Tj ET')]))
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << >> >>',
      `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream.toString('latin1')}\nendstream`,
    ]
    const body = objects.map((object, n) => `${n + 1} 0 obj\n${object}\nendobj\n`).join('')
    const hostile = bytes(`%PDF-1.7\n${body}trailer << /Size 5 /Root 1 0 R >>\n%%EOF`, 'latin1')
    expect(hostile.length).toBeLessThan(100_000)
    await expect(readPdf(hostile)).rejects.toThrow(/decompresses/)
    expect(new Uint8Array(65 * 2 ** 20).length).toBe(65 * 2 ** 20)
  })

  it('rejects a PDF with more than 2,000 pages', async () => {
    await expect(readPdf(pdfFile(Array.from({ length: 2_001 }, () => 'x')))).rejects.toThrow(/2,000 pages/)
  })
})

describe('text files', () => {
  it('uses the first heading, or else the first line, as the title of a text', () => {
    expect(readText(bytes('intro\n# Riverside #1\ntext')).title).toBe('Riverside #1')
    expect(readText(bytes('\n  Dear all\nplease'))).toEqual({
      title: 'Dear all',
      pages: [{ page: 1, text: 'Dear all\nplease' }],
    })
  })

  it('splits a long text into pages at line ends without losing anything', () => {
    const line = 'a line of some length\n'
    const { pages } = readText(bytes(line.repeat(5_000)))
    expect(pages.length).toBe(3)
    expect(pages.map(({ text }) => text).join('\n')).toBe(line.repeat(5_000).trim())
  })
})

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\model.xlsx', 'model.xlsx'],
    ['mo\r\ndel\0.xlsx', 'model.xlsx'],
    ['invoice\u202excod.exe', 'invoicexcod.exe'],
    ['cafe\u0301.csv', 'caf\u00e9.csv'],
    ['', 'Unnamed'],
    ['..', 'Unnamed'],
    [' a  b .md ', 'a b .md'],
    [`${'x'.repeat(300)}.xlsx`, `${'x'.repeat(195)}.xlsx`],
  ])('cleans the file name %j to %j', (given, name) => {
    expect(cleanFileName(given)).toBe(name)
  })

  it('returns a short normalized name without path separators for any file name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = cleanFileName(given)
        return (
          [...name].length <= 200 &&
          name !== '' &&
          !/[/\\\p{Cc}\p{Surrogate}]/u.test(name) &&
          name.normalize('NFC') === name
        )
      }),
    )
  })
})
