import { currencySign, type MetricUnit } from '@deal-canvas/contract'
import { formatCell } from '@deal-canvas/engine'
import { strToU8, zipSync } from 'fflate'
import type { Table, TableCell } from './table.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The most characters that a cell can hold. */
const maxCellText = 32_767
const maxSheetRows = 1_048_576
/** Not allowed in XML, whatever their encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu

const escaped = (text: string): string =>
  text
    .replaceAll(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const formatCodes = (currency: string): Record<MetricUnit | 'number', string> => {
  const sign = currencySign(currency)
  return {
    currency: `"${sign}"#,##0.00;-"${sign}"#,##0.00`,
    percentage_points: '0.00##"%"',
    multiple_x: '0.00##"x"',
    ratio: '0.00####',
    count: '#,##0.##',
    square_feet: '#,##0.##',
    months: '0.##',
    date: 'yyyy-mm-dd',
    number: 'General',
  }
}

type Look = keyof ReturnType<typeof formatCodes> | 'text' | 'head' | 'note'

/** Looks of cells in the order of their styles. The first one is that of cells without a style. */
const looks: readonly Look[] = [
  'number',
  'currency',
  'percentage_points',
  'multiple_x',
  'ratio',
  'count',
  'square_feet',
  'months',
  'date',
  'text',
  'head',
  'note',
]
const styleOf = (look: Look): number => looks.indexOf(look)
const firstOwnFormat = 164

const stylesPart = (currency: string): string => {
  const codes = Object.entries(formatCodes(currency))
  const formats = codes.map(([, code], n) => `<numFmt numFmtId="${firstOwnFormat + n}" formatCode="${escaped(code)}"/>`)
  const idOf = (look: Look): number => {
    const at = codes.findIndex(([unit]) => unit === look)
    return at === -1 || look === 'number' ? 0 : firstOwnFormat + at
  }
  const xf = (look: Look): string => {
    const font = look === 'head' ? 1 : look === 'note' ? 2 : 0
    const fill = look === 'head' ? 2 : 0
    const wrap =
      look === 'text' || look === 'head' ? '<alignment vertical="top" wrapText="1"/>' : '<alignment vertical="top"/>'
    return `<xf numFmtId="${idOf(look)}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${wrap}</xf>`
  }
  const font = (extra: string): string => `<font>${extra}<sz val="11"/><name val="Calibri"/></font>`
  return `${xml}<styleSheet xmlns="${main}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="3">${font('')}${font('<b/>')}${font('<i/>')}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEEEEA"/></patternFill></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.map(xf).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/** Texts are written as texts, so that one that begins with = + - or @ never becomes a formula. */
const textCell = (at: string, text: string, look: Look): string =>
  text === ''
    ? ''
    : `<c r="${at}" s="${styleOf(look)}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, maxCellText))}</t></is></c>`

const cellXml = (cell: TableCell, row: number, column: number): string => {
  const at = formatCell({ row, column })
  if (cell === null) return ''
  if (typeof cell === 'string') return textCell(at, cell, 'text')
  const { value, unit } = typeof cell === 'number' ? { value: cell, unit: 'number' as const } : cell
  return Number.isFinite(value) ? `<c r="${at}" s="${styleOf(unit)}"><v>${value}</v></c>` : ''
}

const sheetPart = ({ columns, rows }: Table, note: string | undefined): string => {
  const head = note === undefined ? 0 : 1
  const lines = [
    ...(note === undefined ? [] : [textCell('A1', note, 'note')]),
    columns.map(({ title }, column) => textCell(formatCell({ row: head, column }), title, 'head')).join(''),
    ...rows
      .slice(0, maxSheetRows - head - 1)
      .map((cells, n) => cells.map((cell, column) => cellXml(cell, head + 1 + n, column)).join('')),
  ]
  const below = `A${head + 2}`
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
  const end = formatCell({ row: head + rows.length, column: columns.length - 1 })
  const filter = `<autoFilter ref="${formatCell({ row: head, column: 0 })}:${end}"/>`
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="${head + 1}" topLeftCell="${below}" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="${below}" sqref="${below}"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${lines.map((cells, n) => `<row r="${n + 1}">${cells}</row>`).join('')}</sheetData>${filter}</worksheet>`
}

/** Writes lists as the sheets of a workbook; a note is the first line of each. */
export const writeXlsx = (
  tables: readonly Table[],
  { currency, note, at }: { currency: string; note: string | undefined; at: Date },
): Uint8Array => {
  const override = (name: string, type: string): string =>
    `<Override PartName="/${name}" ContentType="${spreadsheet}.${type}+xml"/>`
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`
  const parts = {
    '[Content_Types].xml': `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${tables.map((_, n) => override(`xl/worksheets/sheet${n + 1}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${tables.map(({ title }, n) => `<sheet name="${escaped(title)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${packages}/relationships">${tables.map((_, n) => relation(n + 1, 'worksheet', `worksheets/sheet${n + 1}.xml`)).join('')}${relation(tables.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': stylesPart(currency),
    ...Object.fromEntries(tables.map((table, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetPart(table, note)])),
  }
  const bytes = Object.entries(parts).map(([name, part]) => [name, strToU8(part)] as const)
  return zipSync(Object.fromEntries(bytes), { level: 6, mtime: at })
}
