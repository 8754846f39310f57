import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsFrom, type SmallCell, smallBook } from '../testing/small-book.ts'
import { currencyInFormat, workbookCurrency } from './workbook-currency.ts'

const money = (value: number, format: string): SmallCell => ({ value, format })

describe('currency of a number format', () => {
  it.each([
    ['[$€-407]#,##0', 'EUR'],
    ['#,##0.00 [$€-1]', 'EUR'],
    ['"£"#,##0', 'GBP'],
    ['$#,##0_);($#,##0)', 'USD'],
    ['[$$-C09]#,##0', 'AUD'],
    ['[$$-1009]#,##0', 'CAD'],
    ['[$A$]#,##0', 'AUD'],
    ['[$₹-4009] #,##0', 'INR'],
    ['[$¥-411]#,##0', 'JPY'],
    ['[$¥-804]#,##0', 'CNY'],
    ['[$PLN] #,##0', 'PLN'],
    ['#,##0 [$kr-41D]', 'SEK'],
    ['"US$"#,##0', 'USD'],
  ])('reads the currency of %s as %s', (format, currency) => {
    expect(currencyInFormat(format)).toBe(currency)
  })

  it.each(['General', '0.00%', '#,##0', '0.0x', '[$-409]mmm-yy', 'yyyy-mm-dd', '[Red]0'])(
    'finds no currency in %s',
    (format) => {
      expect(currencyInFormat(format)).toBeUndefined()
    },
  )

  it('gives a code of three capital letters or nothing for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (format) => {
        const found = currencyInFormat(format)
        expect(found === undefined || /^[A-Z]{3}$/.test(found)).toBe(true)
      }),
    )
  })
})

describe('currency of a workbook', () => {
  it('takes the currency that most money formats show', () => {
    const book = smallBook({
      Model: rowsFrom('A1', [
        ['Revenue', money(1, '[$€-407]#,##0'), money(2, '[$€-407]#,##0')],
        ['Peer price', money(3, '$#,##0')],
      ]),
    })
    expect(workbookCurrency(book)).toEqual({ currency: 'EUR', by: 'format' })
  })

  it('reads the currency from short texts if no format shows one', () => {
    const book = smallBook({ Model: rowsFrom('A1', [['₹ Cr'], ['Revenue', 'INR', 120], ['Growth', 0.1]]) })
    expect(workbookCurrency(book)).toEqual({ currency: 'INR', by: 'text' })
  })

  it('prefers the currency that texts repeat over the default dollar sign in formats', () => {
    const book = smallBook({
      Model: rowsFrom('A1', [
        ['in GBP', money(1, '$#,##0')],
        ['£000', money(2, '$#,##0')],
      ]),
    })
    expect(workbookCurrency(book)).toEqual({ currency: 'GBP', by: 'text' })
  })

  it('gives no currency if neither formats nor texts show one, or only one text mentions one', () => {
    expect(workbookCurrency(smallBook({ Model: rowsFrom('A1', [['Revenue', 120]]) }))).toBeUndefined()
    expect(workbookCurrency(smallBook({ Model: rowsFrom('A1', [['Peer, EUR', 120]]) }))).toBeUndefined()
  })
})
