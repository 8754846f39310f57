import { readWorkbook } from '@deal-canvas/engine'
import fc from 'fast-check'
import { strToU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../testing/exporting.ts'
import { packageOf } from '../../../testing/uploading.ts'
import { propertySheets, workbookOf } from '../../../testing/workbooks.ts'
import { replaceParts } from './replace-parts.ts'
import { writeModelWorkbook } from './write-model-workbook.ts'

const original = workbookOf(propertySheets())
const write = (bytes: Uint8Array, ...cells: { sheet: string; cell: string; value: number }[]) =>
  writeModelWorkbook({ bytes, cells, watermark: undefined })
const exitCap = { sheet: 'Inputs', cell: 'B2', value: 0.06 }

describe('the workbook with other inputs', () => {
  it('is the original byte by byte without changes', () => {
    expect(write(original)).toBe(original)
  })

  it('differs in the input, the cached values of formulas and the recalculation flag only [EXPORT-10]', () => {
    const [before, after] = [partsOf(original), partsOf(write(original, exitCap))]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const changed = Object.keys(before).filter((name) => before[name] !== after[name])
    expect(changed).toEqual([
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
      'xl/worksheets/sheet3.xml',
    ])
    expect(after['xl/worksheets/sheet1.xml']).toBe(
      before['xl/worksheets/sheet1.xml']?.replace('<v>0.055</v>', '<v>0.06</v>'),
    )
    const formulas = (xml = '') => xml.match(/<f>[^<]*<\/f>/g)
    expect(formulas(after['xl/worksheets/sheet2.xml'])).toEqual(formulas(before['xl/worksheets/sheet2.xml']))
    expect(after['xl/worksheets/sheet2.xml']).not.toContain('<v>')
    expect(after['xl/workbook.xml']).toContain('</sheets><calcPr fullCalcOnLoad="1"/>')
  })

  it('keeps the settings of calculation, and sets the flag', () => {
    const parts = partsOf(original)
    const calc = '<calcPr calcId="191029" fullCalcOnLoad="0" iterate="1"/>'
    const workbook = parts['xl/workbook.xml']?.replace('</workbook>', `${calc}</workbook>`) ?? ''
    const after = partsOf(write(packageOf({ ...parts, 'xl/workbook.xml': workbook }), exitCap))
    expect(after['xl/workbook.xml']).toContain('<calcPr calcId="191029" iterate="1" fullCalcOnLoad="1"/>')
  })

  it('loses the order of calculation when a formula is replaced, and keeps it otherwise', () => {
    const parts = partsOf(original)
    const chain = '<calcChain><c r="B1" i="2"/></calcChain>'
    const withChain = packageOf({
      ...parts,
      'xl/calcChain.xml': chain,
      '[Content_Types].xml':
        parts['[Content_Types].xml']?.replace(
          '</Types>',
          '<Override PartName="/xl/calcChain.xml" ContentType="x"/></Types>',
        ) ?? '',
      'xl/_rels/workbook.xml.rels':
        parts['xl/_rels/workbook.xml.rels']?.replace(
          '</Relationships>',
          '<Relationship Id="rId9" Type="http://x/calcChain" Target="calcChain.xml"/></Relationships>',
        ) ?? '',
    })
    expect(partsOf(write(withChain, exitCap))['xl/calcChain.xml']).toBe(chain)
    const after = partsOf(write(withChain, { sheet: 'Summary', cell: 'B3', value: 3_000_000 }))
    expect(after).not.toHaveProperty('xl/calcChain.xml')
    expect(after['[Content_Types].xml']).toBe(parts['[Content_Types].xml'])
    expect(after['xl/_rels/workbook.xml.rels']).toBe(parts['xl/_rels/workbook.xml.rels'])
  })

  it('gets a sheet with the watermark as its last one, and is read as before otherwise', () => {
    const watermark = { name: 'Åsa <Lind>', email: 'asa@example.com', at: '2026-11-18T14:00:00.000Z' }
    const marked = readWorkbook(writeModelWorkbook({ bytes: original, cells: [], watermark }))
    const plain = readWorkbook(original)
    expect(marked.sheets.slice(0, -1)).toEqual(plain.sheets)
    expect(marked.sheets.at(-1)).toMatchObject({
      name: 'Export note',
      cells: [{ value: 'Exported for Åsa <Lind> (asa@example.com) on 2026-11-18 14:00 UTC' }],
    })
  })

  it('refuses a sheet that the file does not have, and a file that is not a package', () => {
    expect(() => write(original, { sheet: 'Nowhere', cell: 'A1', value: 1 })).toThrow('Nowhere')
    expect(() => write(strToU8('no package at all, only some text'), exitCap)).toThrow()
  })
})

it('replaces parts of a package and copies the compressed bytes of the others', () => {
  const name = fc.stringMatching(/^[a-z]{1,8}\.xml$/)
  const content = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.dictionary(name, content, { minKeys: 1, maxKeys: 6 }), content, fc.nat(), (parts, other, n) => {
      const names = Object.keys(parts)
      const chosen = names[n % names.length] ?? ''
      const replaced = unzipSync(
        replaceParts(
          packageOf(parts),
          new Map([
            [chosen, other],
            ['added.bin', other],
          ]),
        ),
      )
      expect(replaced).toEqual({ ...parts, [chosen]: other, 'added.bin': other })
    }),
    { numRuns: 50 },
  )
})
