import { describe, expect, it } from 'vitest'
import { rewriteSheet } from './rewrite-sheet.ts'

const sheet = (rows: string, prefix = ''): string =>
  `<?xml version="1.0"?><!-- <c r="A1"> --><${prefix}worksheet><${prefix}cols/><${prefix}sheetData>${rows}</${prefix}sheetData><${prefix}pageMargins left="1"/></${prefix}worksheet>`
const rewritten = (rows: string, values: Record<string, number> = {}, prefix?: string) =>
  rewriteSheet(sheet(rows, prefix), new Map(Object.entries(values)), { sheet: 'Inputs', part: 'sheet1.xml' })

describe('rewriting a sheet', () => {
  it('changes the value of an input and keeps the style of its cell and all other bytes', () => {
    const before = '<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1" s="4"><v>0.055</v></c></row>'
    expect(rewritten(before, { B1: 0.06 })).toEqual({
      xml: sheet(before.replace('0.055', '0.06')),
      hasLostFormula: false,
    })
  })

  it('removes the cached values of formulas with their type, and keeps the formulas', () => {
    const before =
      '<row r="1"><c r="A1" s="2" t="str"><f>IF(B1&gt;0,"a","b")</f><v>a</v></c><c r="B1"><f t="shared" si="0"/><v>3</v></c><c r="C1"><v>7</v></c></row>'
    expect(rewritten(before).xml).toBe(
      sheet(
        '<row r="1"><c r="A1" s="2"><f>IF(B1&gt;0,"a","b")</f></c><c r="B1"><f t="shared" si="0"/></c><c r="C1"><v>7</v></c></row>',
      ),
    )
  })

  it('removes the cached values inside an array formula and a data table', () => {
    const before =
      '<row r="1"><c r="A1"><f t="array" ref="A1:B2">B4*C4</f><v>1</v></c><c r="B1"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c><c r="C2"><v>4</v></c></row><row r="3"><c r="A3"><v>5</v></c></row>'
    expect(rewritten(before).xml).toBe(
      sheet(
        '<row r="1"><c r="A1"><f t="array" ref="A1:B2">B4*C4</f></c><c r="B1"></c></row><row r="2"><c r="A2"></c><c r="C2"><v>4</v></c></row><row r="3"><c r="A3"><v>5</v></c></row>',
      ),
    )
  })

  it('replaces a text, an empty cell and a formula by a number, and says that a formula is gone', () => {
    const before =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>5%</t></is></c><c r="B1" s="1"/><c r="C1" s="3" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
    expect(rewritten(before, { A1: 5, B1: -1.5, C1: 1e21 })).toEqual({
      xml: sheet(
        '<row r="1"><c r="A1"><v>5</v></c><c r="B1" s="1"><v>-1.5</v></c><c r="C1" s="3"><v>1e+21</v></c></row>',
      ),
      hasLostFormula: true,
    })
  })

  it('finds cells without a reference by their position, in a part with prefixes', () => {
    const before =
      '<x:row><x:c><x:v>1</x:v></x:c><x:c s="2"><x:v>2</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row>'
    expect(rewritten(before, { B1: 20, A2: 30 }, 'x:').xml).toBe(
      sheet(before.replace('>2<', '>20<').replace('>3<', '>30<'), 'x:'),
    )
  })

  it.each([
    [
      'a cell that is not in the sheet',
      '<row r="1"><c r="A1"><v>1</v></c></row>',
      'The cell B9 on Inputs was not found',
    ],
    [
      'the head of a shared formula',
      '<row r="9"><c r="B9"><f t="shared" ref="B9:C9" si="0">A1</f><v>1</v></c></row>',
      'Other cells use the formula',
    ],
    [
      'an array formula',
      '<row r="9"><c r="B9"><f t="array" ref="B9:B10">A1:A2</f><v>1</v></c></row>',
      'array formula or data table',
    ],
    [
      'a cell inside an array formula',
      '<row r="8"><c r="B8"><f t="array" ref="B8:B9">A1:A2</f></c></row><row r="9"><c r="B9"><v>2</v></c></row>',
      'array formula or data table',
    ],
    ['an unclosed cell', '<row r="9"><c r="B9"><v>2</v>', 'malformed'],
  ])('refuses to write into %s', (_, rows, problem) => {
    expect(() => rewritten(rows, { B9: 1 })).toThrow(problem)
  })

  it('refuses a value that is not a number, and a part that declares entities', () => {
    expect(() => rewritten('<row r="1"><c r="A1"/></row>', { A1: Number.NaN })).toThrow('is not a number')
    const hostile = `<!DOCTYPE x [<!ENTITY a "b">]>${sheet('')}`
    expect(() => rewriteSheet(hostile, new Map(), { sheet: 'Inputs', part: 'sheet1.xml' })).toThrow('malformed')
  })
})
