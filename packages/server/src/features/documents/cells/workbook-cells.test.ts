import { dealRoles } from '@deal-canvas/contract'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { signInAll } from '../../../testing/noticing.ts'
import { forgetLimits, plantDeal } from '../../../testing/planting.ts'
import { onService } from '../../../testing/service.ts'
import { type FormPart, upload, workbookFile } from '../../../testing/uploading.ts'
import { workbookOf } from '../../../testing/workbooks.ts'
import { findLabels } from './find-labels.ts'
import { dependentsOf, formulaAt, packLinks, unpackLinks } from './link-index.ts'
import { findLinks } from './write-links.ts'

const content = workbookOf({
  'Cash Flow': [
    ['Item', 'Year 1', 'Year 2', 'Year 3'],
    ['Rent', { is: 1_250_000, look: 'money' }, '=B2*1.02', '=C2*1.02'],
    ['Other income', 100, 110, 120],
    ['Expenses', -400, -410, -420],
    ['Net operating income', '=SUM(B2:B4)', '=SUM(C2:C4)', '=SUM(D2:D4)'],
  ],
  Returns: [
    ['Purchase price', 20_000_000],
    ['Going-in cap rate', { is: "='Cash Flow'!B5/B1", look: 'percent' }],
    ['Average income', "=AVERAGE('Cash Flow'!5:5)"],
    ['Moved', "=OFFSET('Cash Flow'!A1,2,1)"],
    ['Elsewhere', { is: '=[1]Other!B4+B1', look: 'money', cached: 5 }],
  ],
})

onService('workbook cells', (app) => {
  const people = signInAll(app, ...dealRoles)
  let path: string
  beforeEach(async () => {
    await forgetLimits(app)
    const members = Object.fromEntries(dealRoles.map((role) => [people()[role].userId, role]))
    path = `/api/canvas/${await plantDeal(app, { members })}/documents`
  })
  const added = async (part: FormPart): Promise<string> => {
    const { body } = await upload(app, people().editor, path, [part])
    return `${path}/${body.documents[0].id}`
  }
  const model = () => added({ fileName: 'model.xlsx', content })
  const get = async (url: string) => (await people().viewer.get(url)).body

  describe('finding cells', () => {
    it('finds words in any case, numbers as shown or plain, and parts of formulas [DOC-15]', async () => {
      const document = await model()
      expect(await get(`${document}/find?q=INCOME`)).toEqual({
        cells: [
          { sheet: 'Cash Flow', cell: 'A3', text: 'Other income', formula: null, label: null },
          { sheet: 'Cash Flow', cell: 'A5', text: 'Net operating income', formula: null, label: null },
          { sheet: 'Returns', cell: 'A3', text: 'Average income', formula: null, label: null },
        ],
        total: 3,
        is_capped: false,
        next_cursor: null,
        has_more: false,
      })
      const rent = [{ cell: 'B2', text: '$1,250,000', label: 'Rent' }]
      expect(await get(`${document}/find?q=1,250,000`)).toMatchObject({ cells: rent, total: 1 })
      expect(await get(`${document}/find?q=1250000`)).toMatchObject({ cells: rent, total: 1 })
      expect(await get(`${document}/find?q=${encodeURIComponent('=sum(c')}`)).toMatchObject({
        cells: [{ cell: 'C5', formula: '=SUM(C2:C4)', label: 'Net operating income' }],
      })
      expect(await get(`${document}/find?q=absent`)).toMatchObject({ cells: [], total: 0, has_more: false })
    })

    it('answers all hits page by page', async () => {
      const document = await model()
      const first = await get(`${document}/find?q=year&limit=2`)
      expect(first).toMatchObject({ cells: [{ cell: 'B1' }, { cell: 'C1' }], total: 3, has_more: true })
      expect(await get(`${document}/find?q=year&limit=2&cursor=${first.next_cursor}`)).toMatchObject({
        cells: [{ cell: 'D1' }],
        has_more: false,
        next_cursor: null,
      })
    })

    it('finds cells of a CSV file, and says why there are none in a document without sheets', async () => {
      expect(
        await get(`${await added({ fileName: 'rents.csv', content: 'Unit,Rent\n101,1850\n' })}/find?q=1850`),
      ).toMatchObject({ cells: [{ sheet: 'rents', cell: 'B2' }] })
      const text = await added({ fileName: 'note.txt', content: 'A note' })
      expect((await people().viewer.get(`${text}/find?q=note`)).status).toBe(422)
    })
  })

  describe('links of a cell', () => {
    const links = async (sheet: string, cell: string) =>
      get(`${await model()}/links?sheet=${encodeURIComponent(sheet)}&cell=${cell}`)

    it('answers what the formula reads, in words too, and what reads the cell', async () => {
      expect(await links('Returns', 'B2')).toEqual({
        sheet: 'Returns',
        cell: 'B2',
        label: 'Going-in cap rate',
        formula_in_words: 'Cash Flow: Net operating income (Year 1) ÷ Purchase price',
        precedents: [
          { sheet: 'Cash Flow', range: 'B5', label: 'Net operating income (Year 1)', text: '1249700' },
          { sheet: 'Returns', range: 'B1', label: 'Purchase price', text: '20000000' },
        ],
        precedents_total: 2,
        dependents: [],
        dependents_total: 0,
        elsewhere: [],
        reads_more: false,
        is_complete: true,
      })
    })

    it('counts a range as one precedent, and finds dependents that read a cell inside ranges and whole rows [DOC-16]', async () => {
      expect(await links('Cash Flow', 'B5')).toMatchObject({
        formula_in_words: 'SUM(Rent to Expenses (Year 1))',
        precedents: [{ sheet: 'Cash Flow', range: 'B2:B4', label: 'Rent to Expenses (Year 1)', text: null }],
        dependents: [
          { sheet: 'Returns', range: 'B2' },
          { sheet: 'Returns', range: 'B3', label: 'Average income' },
        ],
      })
      expect(await links('Cash Flow', 'B3')).toMatchObject({
        formula_in_words: null,
        precedents: [],
        dependents: [{ range: 'B5', label: 'Net operating income (Year 1)' }],
      })
      expect(await links('Returns', 'B3')).toMatchObject({ precedents: [{ range: '5:5', text: null }] })
    })

    it('says when a formula reads more than it names, and lists what is in other files as written', async () => {
      expect(await links('Returns', 'B4')).toMatchObject({ reads_more: true })
      expect(await links('Returns', 'B5')).toMatchObject({
        precedents: [{ range: 'B1' }],
        elsewhere: ['[1]Other!B4'],
      })
    })

    it('answers an empty cell without links', async () => {
      expect(await links('Returns', 'Z99')).toMatchObject({ label: null, precedents: [], dependents: [] })
    })

    it.each([
      ['sheet=Nothing&cell=A1', 'sheet'],
      ['sheet=Returns&cell=A0', 'cell'],
      ['sheet=Returns&cell=A1:B2', 'cell'],
    ])('rejects %s', async (query, field) => {
      const { status, body } = await people().viewer.get(`${await model()}/links?${query}`)
      expect([status, body.detail[0].loc]).toEqual([422, ['query', field]])
    })

    it('resolves defined names to the cells they mean', async () => {
      const rows =
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Cap rate</t></is></c><c r="B1"><v>0.05</v></c></row><row r="2"><c r="B2"><f>Cap*2</f><v>0.1</v></c></row>'
      const main = 'http://schemas.openxmlformats.org'
      const named = workbookFile({
        rows,
        parts: {
          'xl/workbook.xml': `<workbook xmlns="${main}/spreadsheetml/2006/main" xmlns:r="${main}/officeDocument/2006/relationships"><sheets><sheet name="Returns" sheetId="1" r:id="rId1" state="hidden"/></sheets><definedNames><definedName name="Cap">Returns!$B$1</definedName></definedNames></workbook>`,
        },
      })
      const document = await added({ fileName: 'named.xlsx', content: named })
      expect(await get(`${document}/links?sheet=Returns&cell=B2`)).toMatchObject({
        precedents: [{ range: 'B1', label: 'Cap rate' }],
        elsewhere: [],
      })
      expect(await get(`${document}/links?sheet=Returns&cell=B1`)).toMatchObject({ dependents: [{ range: 'B2' }] })
      expect(await get(`${document}/cells?range=A1`)).toMatchObject({
        sheet_sizes: [{ rows: 2, columns: 2, hidden: true }],
      })
    })
  })
})

describe('the link index', () => {
  it('finds exactly the formulas whose text names the cell, and each of them by its place', async () => {
    const place = fc.record({ row: fc.nat(8), column: fc.nat(8) })
    const name = ({ row, column }: { row: number; column: number }) => `${String.fromCharCode(65 + column)}${row + 1}`
    const formula = fc.record({ at: place, from: place, to: place })
    await fc.assert(
      fc.asyncProperty(fc.array(formula, { maxLength: 40 }), place, async (all, cell) => {
        const formulas = [...new Map(all.map((own) => [name(own.at), own])).values()].sort(
          (a, b) => a.at.row - b.at.row || a.at.column - b.at.column,
        )
        const cells = formulas.map(({ at, from, to }) => ({
          ...at,
          value: 1,
          formula: `SUM(${name(from)}:${name(to)})`,
        }))
        const index = await unpackLinks(
          packLinks(findLinks({ title: null, sheets: [{ name: 'A', hidden: false, cells }] })),
        )
        const isBetween = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
        const expected = formulas.filter(
          ({ from, to }) => isBetween(cell.row, from.row, to.row) && isBetween(cell.column, from.column, to.column),
        )
        const found = await dependentsOf(index, { sheet: 0, ...cell }, 1_000)
        expect(found.formulas.map((n) => formulas[n])).toEqual(expected)
        expect(found.total).toBe(expected.length)
        expect(formulas.map(({ at }) => formulaAt(index, { sheet: 0, ...at }))).toEqual(formulas.map((_, n) => n))
        expect(formulaAt(index, { sheet: 1, row: 0, column: 0 })).toBe(-1)
      }),
    )
  })
})

describe('labels of cells', () => {
  type Value = number | string | null
  const labelsIn = (rows: readonly (readonly Value[])[]) => {
    const cells = rows.flatMap((values, row) =>
      values.flatMap((value, column) => (value === null ? [] : [{ row, column, value }])),
    )
    const places = findLabels(cells)
    return (row: number, column: number) => {
      const { labelColumn, headerRow } =
        places[cells.findIndex((cell) => cell.row === row && cell.column === column)] ?? {}
      return [
        labelColumn == null ? null : (rows[row]?.[labelColumn] ?? null),
        headerRow == null ? null : (rows[headerRow]?.[column] ?? null),
      ]
    }
  }

  it('are the text of the row and the header of the table', () => {
    const at = labelsIn([
      [null, 2026, 2027, 2028],
      ['Rent', 10, 11, 12],
      ['Month', 1, 2, 3],
    ])
    expect(at(1, 2)).toEqual(['Rent', 2027])
    expect(at(2, 3)).toEqual(['Month', 2028])
  })

  it('are those of the own block where two stand side by side', () => {
    const at = labelsIn([['Purchase price', 100, null, 'Loan amount', 60]])
    expect([at(0, 1), at(0, 4)]).toEqual([
      ['Purchase price', null],
      ['Loan amount', null],
    ])
  })

  it('are the first text of a row in a table with several texts', () => {
    const at = labelsIn([
      ['Unit', 'Type', 'Area', 'Status', 'Rent'],
      ['No. 101', '2 bed', 950, 'Occupied', 1_500],
    ])
    expect(at(1, 4)).toEqual(['No. 101', 'Rent'])
  })

  it('are missing where it is not certain which words belong to a number [DOC-17]', () => {
    expect(labelsIn([['Rent', 10, 'as of May', 12]])(0, 3)).toEqual([null, null])
    // One number under a table of years belongs to another block.
    const at = labelsIn([[null, 2026, 2027, 2028, 2029], ['Rent', 1, 2, 3, 4], [], ['Purchase price', 100]])
    expect(at(3, 1)).toEqual(['Purchase price', null])
  })
})
