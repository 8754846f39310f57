import { maxStyles } from './limits.ts'
import { unreadable } from './unreadable.ts'
import { unreadableMessages as messages } from './unreadable-messages.ts'
import { scanPart } from './xml-scanner.ts'
import { attributeOf, countOf } from './xml-text.ts'
import type { Zip } from './zip.ts'

/** The formats that files identify by number only. */
const builtIn: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '$#,##0_);($#,##0)'],
  [6, '$#,##0_);[Red]($#,##0)'],
  [7, '$#,##0.00_);($#,##0.00)'],
  [8, '$#,##0.00_);[Red]($#,##0.00)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yy h:mm'],
  [37, '#,##0 ;(#,##0)'],
  [38, '#,##0 ;[Red](#,##0)'],
  [39, '#,##0.00;(#,##0.00)'],
  [40, '#,##0.00;[Red](#,##0.00)'],
  [41, '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
  [42, '_($* #,##0_);_($* (#,##0);_($* "-"_);_(@_)'],
  [43, '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)'],
  [44, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mmss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
])

/** The number format of each cell style; undefined for General. */
export const readNumberFormats = (zip: Zip, part: string): (string | undefined)[] => {
  const own = new Map<number, string>()
  const ids: number[] = []
  let isOfCells = false
  scanPart(zip, part, {
    open: (name, tag) => {
      if (name === 'cellXfs') isOfCells = true
      else if (name === 'xf' && isOfCells) ids.push(countOf(attributeOf(tag, 'numFmtId')) ?? 0)
      else if (name === 'numFmt')
        own.set(countOf(attributeOf(tag, 'numFmtId')) ?? 0, attributeOf(tag, 'formatCode') ?? '')
      if (ids.length > maxStyles || own.size > maxStyles)
        unreadable('malformed', messages.tooManyStyles({ max: maxStyles }))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return ids.map((id) => {
    const format = own.get(id) ?? builtIn.get(id)
    return format === 'General' || format === '' ? undefined : format
  })
}
