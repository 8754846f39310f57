import { formatCell, openCalculator, readWorkbook, type Scalar } from '@deal-canvas/engine'
import type { Person, TestService } from './service.ts'
import { packageOf, upload } from './uploading.ts'

/**
 * A number, a text, a formula such as `=B1*2`, or one of these with a number format. `cached` is the value of a formula
 * that is not computed here.
 */
export type TestCell = number | string | null | { is: number | string; look: Look; cached?: number }
type Look = 'percent' | 'money' | 'date' | 'multiple'
export type TestSheets = Readonly<Record<string, readonly (readonly TestCell[])[]>>

const looks: readonly Look[] = ['percent', 'money', 'date', 'multiple']
const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const office = 'http://schemas.openxmlformats.org'
const main = `${office}/spreadsheetml/2006/main`
const relations = `${office}/officeDocument/2006/relationships`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const styles = `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0"/><numFmt numFmtId="165" formatCode="0.00&quot;x&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`

type ValueAt = (sheet: number, row: number, column: number) => Scalar

const cellXml = (cell: TestCell, at: string, value: Scalar): string => {
  if (cell === null) return ''
  const { is, look, cached } = typeof cell === 'object' ? cell : { is: cell, look: undefined, cached: undefined }
  const style = look === undefined ? '' : ` s="${looks.indexOf(look) + 1}"`
  if (typeof is === 'number') return `<c r="${at}"${style}><v>${is}</v></c>`
  if (!is.startsWith('=')) return `<c r="${at}"${style} t="inlineStr"><is><t>${escaped(is)}</t></is></c>`
  const known = cached ?? value
  const held = typeof known === 'number' ? `<v>${known}</v>` : ''
  return `<c r="${at}"${style}><f>${escaped(is.slice(1))}</f>${held}</c>`
}

const bytesOf = (sheets: TestSheets, valueAt: ValueAt): Uint8Array => {
  const names = Object.keys(sheets)
  const parts = Object.entries(sheets).map(([, rows], sheet) => {
    const lines = rows.map((cells, row) => {
      const written = cells.map((cell, column) =>
        cellXml(cell, formatCell({ row, column }), valueAt(sheet, row, column)),
      )
      return `<row r="${row + 1}">${written.join('')}</row>`
    })
    return [
      `xl/worksheets/sheet${sheet + 1}.xml`,
      `${xml}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
    ]
  })
  const override = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`
  return packageOf({
    '[Content_Types].xml': `${xml}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${names.map((_, n) => override(`xl/worksheets/sheet${n + 1}.xml`, 'worksheet')).join('')}</Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${xml}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xml}<Relationships xmlns="${office}/package/2006/relationships">${names.map((_, n) => `<Relationship Id="rId${n + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(parts),
  })
}

/** A workbook as written by a program that does not calculate: formulas without values. */
export const uncachedWorkbookOf = (sheets: TestSheets): Uint8Array => bytesOf(sheets, () => null)

/** A real workbook with the cached values that a spreadsheet program would have stored. */
export const workbookOf = (sheets: TestSheets): Uint8Array => {
  const { grid } = openCalculator(readWorkbook(bytesOf(sheets, () => null))).model
  return bytesOf(sheets, (sheet, row, column) => grid.get(grid.idOf(sheet, row, column)))
}

const percent = (is: number | string): TestCell => ({ is, look: 'percent' })
const money = (is: number | string): TestCell => ({ is, look: 'money' })

interface PropertyFacts {
  purchasePrice?: number
  exitCapRate?: number
  rents?: number
  /** Months of the schedule; makes the model as large as a test needs. */
  months?: number
}

/** A small model of an apartment building, of the full tier: purchase, income and sale. */
export const propertySheets = (facts: PropertyFacts = {}): TestSheets => {
  const { purchasePrice = 50_000_000, exitCapRate = 0.055, rents = 5_200_000, months = 12 } = facts
  return {
    Inputs: [
      ['Purchase Price', money(purchasePrice)],
      ['Exit Cap Rate', percent(exitCapRate)],
      ['Interest Rate', percent(0.06)],
      ['Loan Amount', money(32_500_000)],
      ['Selling Costs', percent(0.02)],
      ['Gross Potential Rent', money(rents)],
      ['Vacancy Loss', money(260_000)],
      ['Units', 200],
      ['Closing Date', { is: 46_000, look: 'date' }],
      ['Rent Growth', percent(0.03)],
    ],
    Summary: [
      ['Effective Gross Income', money('=Inputs!B6-Inputs!B7')],
      ['Total Operating Expenses', money('=B1*0.4')],
      ['Net Operating Income', money('=B1-B2')],
      ['Going-in Cap Rate', percent('=B3/Inputs!B1')],
      ['Annual Debt Service', money('=Inputs!B4*Inputs!B3')],
      ['DSCR', { is: '=B3/B5', look: 'multiple' }],
      ['Gross Exit Value', money('=B3*(1+Inputs!B10)^5/Inputs!B2')],
      ['Net Sale Proceeds', money('=B7*(1-Inputs!B5)')],
      ['Equity Required', money('=Inputs!B1-Inputs!B4')],
      ['Equity Multiple', { is: '=(B8-Inputs!B4+5*(B3-B5))/B9', look: 'multiple' }],
      ['Price per Unit', money('=Inputs!B1/Inputs!B8')],
    ],
    Monthly: [
      ['Month', ...Array.from({ length: months }, (_, n) => n + 1)],
      ['Rent', ...Array.from({ length: months }, () => '=Inputs!$B$6/12')],
    ],
  }
}

/** A company with actuals and forecasts in thousands, and a cell that selects the case. */
export const companySheets = (facts: { name?: string; revenue?: number } = {}): TestSheets => {
  const { name = 'Northwind Software', revenue = 50_000 } = facts
  return {
    Model: [
      [name],
      ['All figures in thousands', 2023, 2024, 2025, 2026, 2027],
      ['Revenue', revenue * 0.8, revenue * 0.9, revenue, '=D3*1.1', '=E3*1.1'],
      ['EBITDA', revenue * 0.15, revenue * 0.18, revenue * 0.2, '=E3*0.2', '=F3*0.2'],
      ['EBITDA Margin', ...['B', 'C', 'D', 'E', 'F'].map((column) => percent(`=${column}4/${column}3`))],
      ['Pipeline', 70_000],
    ],
    Deal: [
      ['Enterprise Value', '=B2*Model!D4'],
      ['Entry Multiple', { is: 9, look: 'multiple' }],
      ['Purchase Price', revenue * 1.8],
      ['Scenario', 2],
      ['Exit Multiple', { is: '=CHOOSE(B4,8,9,10)', look: 'multiple' }],
    ],
  }
}

/** Values only, without formulas. */
export const valuesSheets = (): TestSheets => ({
  Summary: [
    ['Purchase Price', money(50_000_000)],
    ['Net Operating Income', money(2_964_000)],
    ['Going-in Cap Rate', percent(0.05928)],
    ['Loan Amount', money(32_500_000)],
    ['Annual Debt Service', money(1_950_000)],
    ['DSCR', { is: 1.52, look: 'multiple' }],
  ],
})

/** Uploads a workbook to a deal through the real route; returns the id of the document. */
export const uploadWorkbook = async (
  app: Pick<TestService, 'service'>,
  person: Pick<Person, 'token'>,
  dealId: string,
  sheets: TestSheets,
  fileName = 'Model.xlsx',
): Promise<string> => {
  const { status, body } = await upload(app, person, `/api/canvas/${dealId}/documents`, [
    { fileName, content: workbookOf(sheets) },
  ])
  if (status >= 300) throw new Error(`The workbook was not taken: ${status} ${JSON.stringify(body)}`)
  return body.documents[0].id
}

// biome-ignore lint/suspicious/noExplicitAny: what a test reads of a metric is what it then asserts
export type MetricsByKey = Record<string, any>

/** The metrics of a deal by key. */
export const metricsOf = async (person: Person, dealId: string): Promise<MetricsByKey> => {
  const { body } = await person.get(`/api/canvas/${dealId}/metrics`)
  return Object.fromEntries(body.metrics.map((metric: { metric_key: string }) => [metric.metric_key, metric]))
}

/** Gives a deal a model from a workbook. */
export const plantModel = async (
  app: Pick<TestService, 'service'>,
  editor: Person,
  dealId: string,
  sheets: TestSheets = propertySheets(),
): Promise<void> => {
  const document = await uploadWorkbook(app, editor, dealId, sheets)
  const { status, body } = await editor.send('POST', `/api/canvas/${dealId}/model`, { document_id: document })
  if (status !== 200) throw new Error(`The model was not taken: ${status} ${JSON.stringify(body)}`)
}
