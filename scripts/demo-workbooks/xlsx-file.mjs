import { packed } from './packed.mjs'
import { columnName } from './sheet.mjs'

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Fonts and fills by style; inputs are blue, as is conventional in models. */
const fonts = [
  '<font><sz val="10"/><name val="Arial"/></font>',
  '<font><b/><sz val="10"/><name val="Arial"/></font>',
  '<font><b/><sz val="14"/><name val="Arial"/></font>',
  '<font><sz val="10"/><color rgb="FF0000FF"/><name val="Arial"/></font>',
  '<font><i/><sz val="10"/><color rgb="FF666666"/><name val="Arial"/></font>',
]
const styles = {
  plain: { font: 0, fill: 0, border: 0 },
  title: { font: 2, fill: 0, border: 0 },
  heading: { font: 1, fill: 2, border: 0 },
  total: { font: 1, fill: 0, border: 1 },
  input: { font: 3, fill: 0, border: 0 },
  remark: { font: 4, fill: 0, border: 0 },
}

const createStyles = () => {
  const formats = []
  const used = ['plain|']
  return {
    idOf: (style = 'plain', look = '') => {
      if (look !== '' && !formats.includes(look)) formats.push(look)
      const key = `${style}|${look}`
      if (!used.includes(key)) used.push(key)
      return used.indexOf(key)
    },
    part: () => {
      const numFmts = formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(code)}"/>`)
      const xfs = used.map((key) => {
        const [style, ...rest] = key.split('|')
        const look = rest.join('|')
        const { font, fill, border } = styles[style]
        const format = look === '' ? 0 : 164 + formats.indexOf(look)
        return `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1"/>`
      })
      return xml(
        `<styleSheet xmlns="${main}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts><fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFD9E2EC"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${xfs.length}">${xfs.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
      )
    },
  }
}

const createTexts = () => {
  const places = new Map()
  return {
    placeOf: (text) => {
      if (!places.has(text)) places.set(text, places.size)
      return places.get(text)
    },
    part: () =>
      xml(
        `<sst xmlns="${main}" uniqueCount="${places.size}">${[...places.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
      ),
  }
}

/** `cached` is the result of the formula; undefined omits the value. */
const cellPart = ({ row, column, value, formula, look, style }, cached, { styles, texts }) => {
  const place = `r="${columnName(column)}${row + 1}" s="${styles.idOf(style, look)}"`
  if (formula === undefined) {
    if (typeof value === 'string') return `<c ${place} t="s"><v>${texts.placeOf(value)}</v></c>`
    return `<c ${place}><v>${value}</v></c>`
  }
  const f = `<f>${escaped(formula)}</f>`
  if (cached === undefined) return `<c ${place}>${f}</c>`
  if (typeof cached === 'string') return `<c ${place} t="str">${f}<v>${escaped(cached)}</v></c>`
  if (typeof cached === 'boolean') return `<c ${place} t="b">${f}<v>${cached ? 1 : 0}</v></c>`
  return `<c ${place}>${f}<v>${cached}</v></c>`
}

const sheetPart = (sheet, cachedOf, context) => {
  const rows = new Map()
  for (const cell of sheet.cells) {
    const row = rows.get(cell.row)
    if (row === undefined) rows.set(cell.row, [cell])
    else row.push(cell)
  }
  const body = [...rows]
    .sort(([a], [b]) => a - b)
    .map(([row, cells]) => {
      const parts = cells.sort((a, b) => a.column - b.column).map((cell) => cellPart(cell, cachedOf(cell), context))
      return `<row r="${row + 1}">${parts.join('')}</row>`
    })
  const { freeze } = sheet
  const pane =
    freeze === undefined
      ? ''
      : `<pane xSplit="${freeze.column}" ySplit="${freeze.row}" topLeftCell="${columnName(freeze.column)}${freeze.row + 1}" activePane="bottomRight" state="frozen"/>`
  const columns = sheet.widths.map(
    (width, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`,
  )
  return xml(
    `<worksheet xmlns="${main}"><sheetViews><sheetView showGridLines="0" workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="13" defaultColWidth="13"/><cols>${columns.join('')}</cols><sheetData>${body.join('')}</sheetData></worksheet>`,
  )
}

/** The bytes of a workbook. `cachedOf(sheet, cell)` returns the results of its formulas. */
export const xlsxFile = ({ sheets, names = {}, iteration }, cachedOf = () => undefined) => {
  const context = { styles: createStyles(), texts: createTexts() }
  const parts = sheets.map((sheet, n) => [
    `xl/worksheets/sheet${n + 1}.xml`,
    sheetPart(sheet, (cell) => cachedOf(n, cell), context),
  ])
  const listed = sheets.map(
    ({ name, hidden }, n) =>
      `<sheet name="${escaped(name)}" sheetId="${n + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
  )
  const defined = Object.entries(names)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, reference]) => `<definedName name="${name}">${escaped(reference)}</definedName>`)
  const calculation =
    iteration === undefined
      ? '<calcPr calcId="191029"/>'
      : `<calcPr calcId="191029" iterate="1" iterateCount="${iteration.rounds}" iterateDelta="${iteration.change}"/>`
  const related = [
    ...sheets.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ].map(([type, target], n) => `<Relationship Id="rId${n + 1}" Type="${relations}/${type}" Target="${target}"/>`)
  const types = [
    ...parts.map(([path]) => [path, 'worksheet']),
    ['xl/styles.xml', 'styles'],
    ['xl/sharedStrings.xml', 'sharedStrings'],
    ['xl/workbook.xml', 'sheet.main'],
  ].map(
    ([path, type]) =>
      `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`,
  )
  return packed([
    [
      '[Content_Types].xml',
      xml(
        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
      ),
    ],
    [
      '_rels/.rels',
      xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    ],
    [
      'xl/workbook.xml',
      xml(
        `<workbook xmlns="${main}" xmlns:r="${relations}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets>${defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`}${calculation}</workbook>`,
      ),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      xml(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}</Relationships>`,
      ),
    ],
    ...parts,
    ['xl/styles.xml', context.styles.part()],
    ['xl/sharedStrings.xml', context.texts.part()],
  ])
}
