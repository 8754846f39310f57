import { readWorkbook } from '@deal-canvas/workbook-reader'
import { expect, it } from 'vitest'
import { workbookOf } from '../../../workbook-reader/src/fixtures/packages.mjs'
import { bookCalculator } from '../testing/sheet-calculator.ts'

it('computes formulas with the cached cells of an external workbook', () => {
  const cell = (at: string, text: string, value: number) => `<c r="${at}"><f>${text}</f><v>${value}</v></c>`
  const book = readWorkbook(
    workbookOf({
      rows: `<row r="1"><c r="A1"><v>2</v></c>${cell('B1', '[1]Rents!B2*A1', 20)}${cell('C1', 'SUM([1]Rents!B2:B9)+A1', 17)}${cell('D1', '[1]Gone!A1*A1', 4)}${cell('E1', "'[1]No such'!A1*A1", 4)}</row>`,
      settings: '<externalReferences><externalReference r:id="x1"/></externalReferences>',
      links: [{ id: 'x1', kind: 'externalLink', target: 'externalLinks/externalLink1.xml' }],
      parts: {
        'xl/externalLinks/externalLink1.xml':
          '<externalLink><externalBook><sheetNames><sheetName val="Costs"/><sheetName val="Rents"/><sheetName val="Gone"/></sheetNames>' +
          '<sheetDataSet><sheetData sheetId="0"/><sheetData sheetId="1"><row r="2"><cell r="B2"><v>10</v></cell><cell r="C2" t="str"><v>a &amp; b</v></cell></row><row r="3"><cell r="B3"><v>5</v></cell></row></sheetData>' +
          '<sheetData sheetId="2" refreshError="1"><row r="1"><cell r="A1"><v>2</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>',
      },
    }),
  )
  const { at, set, calculator } = bookCalculator(book)
  expect([...calculator.check.frozen]).toEqual([['external', 2]])
  expect(calculator.check).toMatchObject({ computed: 2, agreeing: 2 })
  set('A1', 3)
  expect(['B1', 'C1', 'D1', 'E1'].map(at)).toEqual([30, 18, 4, 4])
})
