import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bombFile,
  lockedPdfFile,
  packageOf,
  pdfFile,
  pngFile,
  wordFile,
  wordParagraph,
  workbookFile,
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
    ['a tab-separated table', 'csv', 'rents', bytes(table.replaceAll(',', '\t'))],
    ['a one-column CSV file', 'csv', 'one column.CSV', bytes('rent\n1200\n')],
    ['a table in Windows encoding', 'csv', 'r.csv', bytes(`Städte;Zahl\nKöln;1\nBonn;2\n`, 'latin1')],
    ['Markdown, by its name', 'md', 'README.md', bytes('# Title\n\na, b\nc, d\ne, f')],
    ['a text', 'txt', 'notes.csvx', bytes('Dear all,\nplease find the model.\nBest, M')],
    ['a UTF-16 text', 'txt', 'notes.txt', Buffer.concat([bytes('\xff\xfe', 'latin1'), bytes('Notes', 'utf16le')])],
  ])('detects %s as %s regardless of its name', async (_, kind, name, content) => {
    expect(await judgeFile(content, name)).toBe(kind)
  })

  it.each<[string, RegExp, Uint8Array]>([
    ['an empty file', /empty/, bytes('')],
    ['a file with only white space', /empty/, bytes(' \n\t')],
    [
      'an old or encrypted Office file',
      /password|before 2007/,
      bytes(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`, 'latin1'),
    ],
    ['a binary workbook', /binary/, packageOf({ 'xl/workbook.bin': 'x' })],
    ['an archive', /archive/, packageOf({ 'a.txt': 'x' })],
    ['an empty archive', /archive/, bytes(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1')],
    ['a truncated workbook', /incomplete/, workbookFile().subarray(0, 400)],
    ['a zip bomb', /decompresses/, bombFile()],
    ['a PDF with a password', /password/, lockedPdfFile()],
    ['a damaged PDF', /damaged/, bytes('%PDF-1.7\nhello')],
    ['a picture', /not supported/, pngFile()],
    ['a program', /not supported/, bytes(`\x7fELF\x02\x01\x01${'\0'.repeat(100)}`, 'latin1')],
    ['text with a null character', /not supported/, bytes('a\0b')],
  ])('rejects %s with an explanation', async (_, sentence, content) => {
    const refused = await judgeFile(content, 'x.xlsx').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Unreadable)
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
        { page: 1, text: '# Riverside & Co\nA good place.\nRent | 1,200\nGrowth | 3%' },
        { page: 2, text: 'Next page' },
      ],
    })
    expect(readDocx(wordFile(body, 'Its own title')).title).toBe('Its own title')
  })

  it('rejects a Word document that declares entities', () => {
    const hostile = packageOf({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document>&a;</w:document>' })
    expect(() => readDocx(hostile)).toThrow(Unreadable)
  })

  it('reads a Word document made of any sequence of tags without failing', () => {
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
      fc.property(fc.array(tag, { maxLength: 60 }), (tags) => Array.isArray(readDocx(wordFile(tags.join(''))).pages)),
      { numRuns: 50 },
    )
  })
})

describe('PDF files', () => {
  it('reads the text of the pages of a PDF', async () => {
    expect(await readPdf(pdfFile(['Page one', 'Page two'], { title: 'Offering' }))).toEqual({
      title: 'Offering',
      pages: [
        { page: 1, text: 'Page one' },
        { page: 2, text: 'Page two' },
      ],
    })
  })

  it('rejects a PDF without text and says so', async () => {
    await expect(readPdf(pdfFile(['']))).rejects.toThrow(/no text/)
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
