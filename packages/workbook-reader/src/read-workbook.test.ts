import { describe, expect, it } from 'vitest'
import { relationshipsXml, workbookOf } from './fixtures/packages.mjs'
import { readWorkbook } from './read-workbook.ts'
import type { WorkbookCell } from './workbook.ts'

type Given = Parameters<typeof workbookOf>[0]

const read = (given: Given) => readWorkbook(workbookOf(given))
const sheetOf = (given: Given) => {
  const [sheet] = read(given).sheets
  if (sheet === undefined) throw new Error('no sheet was read')
  return sheet
}
const cellsOf = (rows: string, given: Given = {}): readonly WorkbookCell[] => sheetOf({ rows, ...given }).cells
const row = (cells: string, number = 1): string => `<row r="${number}">${cells}</row>`
const readValue = (cell: string, given: Given = {}): unknown => {
  const value = cellsOf(row(cell), given)[0]?.value
  return typeof value === 'object' && value !== null ? value.error : value
}
const formulasOf = (rows: string): Record<string, string | undefined> =>
  Object.fromEntries(cellsOf(rows).map(({ row, column, formula }) => [`${row},${column}`, formula]))

describe('cell value', () => {
  const strings =
    '<sst><si><t>plain &amp; simple</t></si><si><r><t>rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r><rPh sb="0"><t>said</t></rPh></si></sst>'
  it.each<[string, string, unknown]>([
    ['a number', '<c r="A1"><v>1.5E-3</v></c>', 0.0015],
    ['a number with an explicit type', '<c r="A1" t="n"><v> 7 </v></c>', 7],
    ['a shared string', '<c r="A1" t="s"><v>0</v></c>', 'plain & simple'],
    ['a rich text without its phonetic reading', '<c r="A1" t="s"><v>1</v></c>', 'rich text'],
    ['an inline string', '<c r="A1" t="inlineStr"><is><t>here</t></is></c>', 'here'],
    ['a text computed by a formula', '<c r="A1" t="str"><f>"a"</f><v>a_x000D_b</v></c>', 'a\rb'],
    ['an empty text computed by a formula', '<c r="A1" t="str"><f>""</f><v></v></c>', ''],
    ['TRUE', '<c r="A1" t="b"><v>1</v></c>', true],
    ['FALSE', '<c r="A1" t="b"><v>0</v></c>', false],
    ['a day', '<c r="A1" t="d"><v>2024-01-31T12:00:00</v></c>', 45_322.5],
    ['an error', '<c r="A1" t="e"><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['an error introduced in later Excel versions', '<c r="A1" t="e"><v>#CALC!</v></c>', '#CALC!'],
    ['another', '<c r="A1" t="e"><v>#FIELD!</v></c>', '#FIELD!'],
    ['an unknown error', '<c r="A1" t="e"><v>#WHAT!</v></c>', '#VALUE!'],
    ['empty if a formula was never computed', '<c r="A1"><f>1+1</f></c>', null],
    ['text without entities', '<c r="A1" t="inlineStr"><is><t><![CDATA[a<b&amp;]]></t></is></c>', 'a<b&amp;'],
    ['a number with another namespace prefix', '<x:c r="A1"><x:v>3</x:v></x:c>', 3],
  ])('reads a cell value as %s', (_, cell, value) => {
    expect(readValue(cell, { parts: { 'xl/sharedStrings.xml': strings } })).toBe(value)
  })

  it('reads the displayed error if the file stores #VALUE! for older programs', () => {
    const metadata =
      '<metadata><metadataTypes><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>'
    const cells = cellsOf(
      row(
        '<c r="A1" t="e" vm="1"><v>#VALUE!</v></c><c r="B1" t="e" vm="2"><v>#VALUE!</v></c><c r="C1" t="e" vm="9"><v>#VALUE!</v></c>',
      ),
      {
        links: [
          { id: 'm', kind: 'sheetMetadata', target: 'metadata.xml' },
          { id: 'v', kind: 'rdRichValue', target: 'richData/rdrichvalue.xml' },
          { id: 's', kind: 'rdRichValueStructure', target: 'richData/rdrichvaluestructure.xml' },
        ],
        parts: {
          'xl/metadata.xml': metadata,
          'xl/richData/rdrichvalue.xml':
            '<rvData><rv s="0"><v>13</v><v>3</v></rv><rv s="1"><v>1</v><v>8</v></rv></rvData>',
          'xl/richData/rdrichvaluestructure.xml':
            '<rvStructures><s t="_error"><k n="errorType" t="i"/><k n="subType" t="i"/></s><s t="_error"><k n="colOffset" t="i"/><k n="errorType" t="i"/></s></rvStructures>',
        },
      },
    )
    expect(cells.map(({ value }) => value)).toMatchObject([
      { error: '#CALC!' },
      { error: '#SPILL!' },
      { error: '#VALUE!' },
    ])
  })
})

describe('worksheet cells', () => {
  it('skips cells that only have a style, and keeps the format of the others', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[>9]0.0%"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const cells = cellsOf(
      row('<c r="A1" s="1"/><c r="B1" s="1"><v>1</v></c><c r="C1" s="2"><v>1</v></c><c r="D1" s="0"><v>1</v></c>'),
      { parts: { 'xl/styles.xml': styles } },
    )
    expect(cells.map(({ column, format }) => [column, format])).toEqual([
      [1, '[>9]0.0%'],
      [2, 'm/d/yy'],
      [3, undefined],
    ])
  })

  it('places cells without a reference one after another', () => {
    const cells = cellsOf('<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row><c><v>4</v></c></row>')
    expect(cells.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 3],
      [0, 4],
      [1, 0],
    ])
  })

  it('returns cells in order, and the last value of a cell that is written twice', () => {
    const cells = cellsOf(
      `${row('<c r="B2"><v>1</v></c>', 2)}${row('<c r="B1"><v>2</v></c><c r="A1"><v>3</v></c><c r="B1"><v>4</v></c>')}`,
    )
    expect(cells.map(({ row, column, value }) => [row, column, value])).toEqual([
      [0, 0, 3],
      [0, 1, 4],
      [1, 1, 1],
    ])
  })
})

describe('worksheet formulas', () => {
  it('moves the references of a shared formula with its cells', () => {
    const shared = (text: string) =>
      formulasOf(
        `${row(`<c r="B1"><f t="shared" ref="B1:C2" si="3">${text}</f><v>1</v></c><c r="C1"><f t="shared" si="3"/><v>1</v></c>`)}${row('<c r="B2"><f t="shared" si="3"></f><v>1</v></c>', 2)}`,
      )
    expect(shared('A1+$A1+A$1+$A$1+LOG10(A1)')).toEqual({
      '0,1': 'A1+$A1+A$1+$A$1+LOG10(A1)',
      '0,2': 'B1+$A1+B$1+$A$1+LOG10(B1)',
      '1,1': 'A2+$A2+A$1+$A$1+LOG10(A2)',
    })
    expect(shared('SUM(A:A)+SUM(1:$3)+SUM($B:C)')['0,2']).toBe('SUM(B:B)+SUM(1:$3)+SUM($B:D)')
    expect(shared('SUM(A:A)+SUM(1:$3)')['1,1']).toBe('SUM(A:A)+SUM(2:$3)')
    expect(shared('\'A1 B1\'!A1&amp;"A1"&amp;Q1!A1+SUM(Q1:Q4!A1)+T[A1]')['1,1']).toBe(
      '\'A1 B1\'!A2&"A1"&Q1!A2+SUM(Q1:Q4!A2)+T[A1]',
    )
    expect(shared('XFD1')['0,2']).toBe('#REF!')
  })

  it('reads a shared formula that is defined below the first cell that uses it', () => {
    const rows = `${row('<c r="A1"><f t="shared" si="0"/><v>1</v></c>')}${row('<c r="A2"><f t="shared" ref="A1:A2" si="0">B2</f><v>1</v></c>', 2)}`
    expect(formulasOf(rows)).toEqual({ '0,0': 'B1', '1,0': 'B2' })
  })

  it('removes the prefixes of newer functions', () => {
    expect(formulasOf(row('<c r="A1"><f>_xlfn._xlws.SORT(B1)&amp;_xlfn.CONCAT(B2)</f><v>1</v></c>'))).toEqual({
      '0,0': 'SORT(B1)&CONCAT(B2)',
    })
  })

  it('records the area of an array formula, and no formula in its other cells', () => {
    const metadata =
      '<metadata><metadataTypes><metadataType name="XLDAPR"/></metadataTypes><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>'
    const cells = cellsOf(
      row(
        '<c r="A1" cm="1"><f t="array" ref="A1:B1">C1:D1</f><v>1</v></c><c r="B1"><f>9</f><v>2</v></c><c r="C1"><f t="array" ref="C1">1</f><v>1</v></c>',
      ),
      { links: [{ id: 'm', kind: 'sheetMetadata', target: 'metadata.xml' }], parts: { 'xl/metadata.xml': metadata } },
    )
    const area = { sheet: 0, top: 0, left: 0, bottom: 0, right: 1 }
    expect(cells).toEqual([
      { row: 0, column: 0, value: 1, formula: 'C1:D1', array: { area, dynamic: true } },
      { row: 0, column: 1, value: 2, fromArray: true },
      { row: 0, column: 2, value: 1, formula: '1', array: { area: { ...area, left: 2, right: 2 }, dynamic: false } },
    ])
  })

  it('records the input cells of a data table', () => {
    const { cells, dataTables } = sheetOf({
      rows: row('<c r="B2"><f t="dataTable" ref="B2:C3" dt2D="1" dtr="1" r1="F1" r2="F2"/><v>5</v></c>', 2),
    })
    expect(cells).toEqual([{ row: 1, column: 1, value: 5 }])
    expect(dataTables).toEqual([
      {
        area: { sheet: 0, top: 1, left: 1, bottom: 2, right: 2 },
        rowInput: { row: 0, column: 5 },
        columnInput: { row: 1, column: 5 },
      },
    ])
  })
})

describe('worksheet', () => {
  it('reads hidden rows and columns, and the rows with an active filter', () => {
    const { hiddenRows, hiddenColumns, filteredRows } = sheetOf({
      sheet:
        '<worksheet><cols><col min="2" max="4" hidden="1"/><col min="5" max="5" hidden="true"/><col min="7" max="7"/></cols><sheetData><row r="2" hidden="1"/><row r="3" hidden="1"/><row r="4" hidden="0"/><row r="9" hidden="true"/></sheetData><autoFilter ref="A1:D9"><filterColumn colId="0"><filters><filter val="x"/></filters></filterColumn></autoFilter></worksheet>',
    })
    expect([hiddenRows, hiddenColumns, filteredRows]).toEqual([
      [
        { first: 1, last: 2 },
        { first: 8, last: 8 },
      ],
      [{ first: 1, last: 4 }],
      [{ first: 1, last: 8 }],
    ])
  })

  it('reports no filtered rows for a filter without criteria', () => {
    const hiddenButton = '<filterColumn colId="0" hiddenButton="1"/>'
    const saved = '<autoFilter ref="A1:D9"><filterColumn colId="0"><filters/></filterColumn></autoFilter>'
    for (const rest of [
      '<autoFilter ref="A1:D9"/>',
      `<autoFilter ref="A1:D9">${hiddenButton}</autoFilter>`,
      `<customSheetViews><customSheetView guid="x">${saved}</customSheetView></customSheetViews>`,
    ])
      expect(sheetOf({ sheet: `<worksheet><sheetData/>${rest}</worksheet>` }).filteredRows).toEqual([])
  })
})

describe('workbook', () => {
  it('reads the calculation settings of a workbook', () => {
    const { calculation, iteration } = read({
      settings: '<calcPr calcMode="manual" fullCalcOnLoad="1" iterate="1" iterateCount="50" iterateDelta="0.01"/>',
    })
    expect(calculation).toEqual({ mode: 'manual', fullOnLoad: true })
    expect(iteration).toEqual({ rounds: 50, change: 0.01 })
    expect(read({}).calculation).toEqual({ mode: 'automatic', fullOnLoad: false })
    expect(read({ settings: '<calcPr calcMode="autoNoTable"/>' }).calculation?.mode).toBe('automatic_but_tables')
  })

  it('lists the external files of a workbook in the order of their numbers', () => {
    const { externalLinks } = read({
      settings: '<externalReferences><externalReference r:id="x2"/><externalReference r:id="x1"/></externalReferences>',
      links: [
        { id: 'x1', kind: 'externalLink', target: 'externalLinks/externalLink1.xml' },
        { id: 'x2', kind: 'externalLink', target: 'externalLinks/externalLink2.xml' },
      ],
      parts: {
        'xl/externalLinks/_rels/externalLink1.xml.rels': relationshipsXml([
          { id: 'p', kind: 'externalLinkPath', target: 'https://host/team/Debt.xlsx', external: true },
        ]),
        'xl/externalLinks/_rels/externalLink2.xml.rels': relationshipsXml([
          { id: 'p', kind: 'externalLinkPath', target: 'file:///C:\\Deals\\Rent%20roll.xlsx', external: true },
        ]),
      },
    })
    expect(externalLinks).toEqual([
      { target: 'file:///C:\\Deals\\Rent roll.xlsx', fileName: 'Rent roll.xlsx' },
      { target: 'https://host/team/Debt.xlsx', fileName: 'Debt.xlsx' },
    ])
  })

  it('reads which tables have an active filter', () => {
    const tablesWith = (filter: string) =>
      read({
        parts: {
          'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
            { id: 't', kind: 'table', target: '../tables/t.xml' },
          ]),
          'xl/tables/t.xml': `<table displayName="Rents" ref="A1:A4"><autoFilter ref="A1:A4">${filter}</autoFilter><tableColumns><tableColumn name="Rent"/></tableColumns></table>`,
        },
      }).tables
    expect(tablesWith('<filterColumn colId="0"><filters/></filterColumn>')).toMatchObject([{ isFiltered: true }])
    expect(tablesWith('')[0]?.isFiltered).toBeUndefined()
    expect(tablesWith('<filterColumn colId="0" hiddenButton="1"/>')[0]?.isFiltered).toBeUndefined()
  })

  it('reads when a workbook was last saved', () => {
    const properties =
      '<cp:coreProperties><dcterms:modified>2024-03-15T18:00:00Z</dcterms:modified></cp:coreProperties>'
    expect(read({ parts: { 'docProps/core.xml': properties } }).savedAt).toBe(45_366.75)
    expect(read({}).savedAt).toBeUndefined()
  })

  it('reads the cached cells of another workbook that formulas use', () => {
    const book = read({
      settings: '<externalReferences><externalReference r:id="x1"/></externalReferences>',
      links: [{ id: 'x1', kind: 'externalLink', target: 'externalLinks/externalLink1.xml' }],
      parts: {
        'xl/externalLinks/externalLink1.xml':
          '<externalLink><externalBook><sheetNames><sheetName val="Costs"/><sheetName val="Rents"/><sheetName val="Gone"/></sheetNames>' +
          '<sheetDataSet><sheetData sheetId="0"/><sheetData sheetId="1"><row r="2"><cell r="B2"><v>10</v></cell><cell r="C2" t="str"><v>a &amp; b</v></cell></row><row r="3"><cell r="B3"><v>5</v></cell></row></sheetData>' +
          '<sheetData sheetId="2" refreshError="1"><row r="1"><cell r="A1"><v>2</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
      },
    })
    expect(book.externalLinks?.[0]?.sheets).toEqual([
      { name: 'Costs', cells: [] },
      {
        name: 'Rents',
        cells: [
          { row: 1, column: 1, value: 10 },
          { row: 1, column: 2, value: 'a & b' },
          { row: 2, column: 1, value: 5 },
        ],
      },
    ])
  })

  it('reads names, hidden sheets, tables and the date system', () => {
    const book = read({
      sheets: '<sheet name="A &amp; B" sheetId="1" r:id="r1" state="veryHidden"/>',
      names:
        '<definedName name="rate" localSheetId="0">S!$A$1&amp;""</definedName><definedName name="all">1</definedName>',
      settings: '<workbookPr date1904="1"/>',
      parts: {
        'xl/worksheets/_rels/sheet1.xml.rels': relationshipsXml([
          { id: 't', kind: 'table', target: '../tables/t.xml' },
        ]),
        'xl/tables/t.xml':
          '<table displayName="Sales" ref="A1:B4" totalsRowCount="1"><tableColumns><tableColumn name="Q1"/><tableColumn name="Q2"/></tableColumns></table>',
      },
    })
    expect(book.sheets.map(({ name, hidden }) => [name, hidden])).toEqual([['A & B', true]])
    expect(book.names).toEqual([
      { name: 'rate', sheet: 0, formula: 'S!$A$1&""' },
      { name: 'all', sheet: undefined, formula: '1' },
    ])
    expect(book.tables).toEqual([
      {
        name: 'Sales',
        area: { sheet: 0, top: 0, left: 0, bottom: 3, right: 1 },
        columns: ['Q1', 'Q2'],
        headerRows: 1,
        totalsRows: 1,
      },
    ])
    expect(book.date1904).toBe(true)
  })
})
