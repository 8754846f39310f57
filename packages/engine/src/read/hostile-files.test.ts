import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openCalculator } from '../compile/calculator.ts'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableWorkbook } from './unreadable.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet, with whatever is to be tried in it. */
const workbookOf = (rows: string, { names = '', extra = {} as Record<string, Uint8Array> } = {}): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets><definedNames>${names}</definedNames></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`),
    ...extra,
  })

const cell = (at: string, formula: string, value = '0'): string =>
  `<row r="${at.replace(/\D/g, '')}"><c r="${at}"><f>${formula}</f><v>${value}</v></c></row>`

const codeOf = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof UnreadableWorkbook) return error.code
    throw error
  }
}

const open = (bytes: Uint8Array) => openCalculator(readWorkbook(bytes))

describe('a file', () => {
  it('of the plainest kind is read', () => {
    const { check } = open(workbookOf(`${cell('A1', '1+1', '2')}`))
    expect([check.formulas, check.agreeing]).toEqual([1, 1])
  })

  it('that inflates to hundreds of megabytes is refused before it is inflated', () => {
    const bomb = zipSync({ 'xl/workbook.xml': new Uint8Array(120 * 1024 * 1024) })
    expect(codeOf(() => readWorkbook(bomb))).toBe('suspicious_compression')
  })

  it('whose parts are larger than they say is given up', () => {
    const bytes = workbookOf(cell('A1', '1', '1'), { extra: { 'xl/lies.bin': new Uint8Array(1_000_000) } })
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 4 < bytes.length; at++)
      if (view.getUint32(at, true) === 0x02014b50 && view.getUint32(at + 24, true) === 1_000_000)
        view.setUint32(at + 24, 10, true)
    expect(codeOf(() => readWorkbook(bytes))).toBe('suspicious_compression')
  })

  it('that declares entities, which could multiply, is refused', () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>`
    const bytes = workbookOf('', { extra: { 'xl/sharedStrings.xml': strToU8(laughs) } })
    expect(codeOf(() => readWorkbook(bytes))).toBe('malformed')
  })

  it('with thousands of parts is refused', () => {
    const extra = Object.fromEntries(Array.from({ length: 5_100 }, (_, n) => [`x/${n}`, new Uint8Array(0)]))
    expect(codeOf(() => readWorkbook(workbookOf('', { extra })))).toBe('too_many_parts')
  })

  it('that is protected by a password, or of the old format, is refused with that reason', () => {
    const bytes = new Uint8Array(2_000)
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    expect(codeOf(() => readWorkbook(bytes))).toBe('encrypted')
  })

  it.each([
    ['nothing', new Uint8Array(0)],
    ['text', strToU8('a,b,c\n1,2,3\n'.repeat(10))],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...new Array(100).fill(0)])],
  ])('that is %s is no workbook', (_, bytes) => {
    expect(codeOf(() => readWorkbook(bytes))).toBe('not_a_workbook')
  })

  it('cut off anywhere, or with bytes changed, is read or refused, and never anything else', () => {
    const whole = workbookOf(`${cell('A1', 'SUM(B1:B3)', '6')}`)
    fc.assert(
      fc.property(
        fc.nat({ max: whole.length }),
        fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 5 }),
        (length, changes) => {
          const bytes = whole.slice(0, length)
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          codeOf(() => open(bytes))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('with a cell in the last corner of a sheet is refused where its cells lie too far apart', () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`
    expect(codeOf(() => open(workbookOf(rows)))).toBe('too_many_cells')
  })

  it.each([
    ['nested without end', `${'ABS('.repeat(1_500)}1${')'.repeat(1_500)}`],
    ['of ten megabytes', `1${'+1'.repeat(5_000_000)}`],
    ['that is no formula', '1+*+(("'],
  ])('with a formula %s keeps its cached value', (_, formula) => {
    const { check, model } = open(workbookOf(cell('A1', formula.replaceAll('"', '&quot;'), '7')))
    expect([check.formulas, check.computed]).toEqual([1, 0])
    expect(model.grid.get(model.grid.idOf(0, 0, 0))).toBe(7)
  })

  it('with names that mean one another ends', () => {
    const names = '<definedName name="one">two</definedName><definedName name="two">one+1</definedName>'
    expect(open(workbookOf(cell('A1', 'one', '7'), { names })).check.disagreeing).toHaveLength(1)
  })

  it('with names such as __proto__ and constructor changes nothing but itself', () => {
    const names = ['__proto__', 'constructor', 'hasOwnProperty']
      .map((name) => `<definedName name="${name}">S!$B$1</definedName>`)
      .join('')
    const rows = `${cell('A1', '__proto__+constructor(1)+toString()', '7')}`
    open(workbookOf(rows, { names }))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(({} as Record<string, unknown>)['B1']).toBeUndefined()
  })
})
