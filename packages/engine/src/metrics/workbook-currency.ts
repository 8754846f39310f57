import type { Workbook } from '@deal-canvas/workbook-reader'

/** The currency of a workbook, and its evidence. */
export interface WorkbookCurrency {
  /** ISO 4217. */
  readonly currency: string
  /** `format`: number formats of its cells; `text`: words such as "EUR" or "₹ Cr" on its sheets. */
  readonly by: 'format' | 'text'
}

/** Currency codes that models write out. Others are taken from a format such as `[$PLN]`. */
const codes = [
  ...['USD', 'EUR', 'GBP', 'INR', 'JPY', 'CNY', 'CHF', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'NGN', 'ZAR', 'BRL', 'MXN'],
  ...['AED', 'SAR', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'TRY', 'ILS', 'KRW', 'THB', 'IDR', 'MYR', 'PHP', 'VND'],
  ...['KES', 'GHS', 'EGP', 'ARS', 'CLP', 'COP', 'PEN', 'PKR', 'LKR', 'BDT'],
]
const isCode = new Set(codes)

/** The longer ones first: `US$` is not `$`. */
const symbols: readonly (readonly [symbol: string, currency: string])[] = [
  ['NZ$', 'NZD'],
  ['HK$', 'HKD'],
  ['US$', 'USD'],
  ['MX$', 'MXN'],
  ['R$', 'BRL'],
  ['A$', 'AUD'],
  ['C$', 'CAD'],
  ['S$', 'SGD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₦', 'NGN'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₪', 'ILS'],
  ['฿', 'THB'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['₵', 'GHS'],
  ['zł', 'PLN'],
  ['Kč', 'CZK'],
  ['¥', 'JPY'],
  ['元', 'CNY'],
  ['$', 'USD'],
]

/** Symbols that several countries share, by the hexadecimal locale that Excel writes after them. */
const byLocale: Readonly<Record<string, string>> = {
  409: 'USD',
  '80a': 'MXN',
  c09: 'AUD',
  1009: 'CAD',
  1409: 'NZD',
  1004: 'SGD',
  4809: 'SGD',
  c04: 'HKD',
  411: 'JPY',
  804: 'CNY',
  406: 'DKK',
  414: 'NOK',
  '41d': 'SEK',
  439: 'INR',
  4009: 'INR',
}
const shared = new Set(['$', '¥', '￥', 'kr', 'kr.'])

const bySymbol = (text: string): string | undefined => symbols.find(([symbol]) => text.includes(symbol))?.[1]

/** The currency of a number format such as `[$€-407]#,##0`, `"£"0.00` or `$#,##0`; undefined if none. */
export const currencyInFormat = (format: string): string | undefined => {
  const start = format.indexOf('[$')
  const end = start === -1 ? -1 : format.indexOf(']', start)
  if (end === -1) return bySymbol(format)
  const inner = format.slice(start + 2, end)
  const dash = inner.lastIndexOf('-')
  const symbol = (dash === -1 ? inner : inner.slice(0, dash)).trim()
  const locale = dash === -1 ? '' : inner.slice(dash + 1).toLowerCase()
  // `[$-409]` is the locale of a date and not a currency.
  if (symbol === '') return bySymbol(format.slice(0, start) + format.slice(end + 1))
  const code = symbol.toUpperCase()
  if (isCode.has(code)) return code
  if (shared.has(symbol)) return byLocale[locale] ?? bySymbol(symbol)
  return bySymbol(symbol)
}

/** Longer texts are sentences, which can mention any currency. */
const maxUnitText = 60

const currencyInText = (text: string): string | undefined => {
  if (text.length > maxUnitText) return undefined
  const code = text.split(/[^A-Za-z]/).find((word) => isCode.has(word))
  return code ?? bySymbol(text)
}

const maxVoted = (votes: ReadonlyMap<string, number>): string | undefined =>
  [...votes].sort(([a, count], [b, otherCount]) => otherCount - count || (a < b ? -1 : 1))[0]?.[0]

/** By the number formats of its cells, otherwise by short texts such as "in EUR thousands"; undefined if unknown. */
export const workbookCurrency = ({ sheets }: Workbook): WorkbookCurrency | undefined => {
  const inFormats = new Map<string, number>()
  const inTexts = new Map<string, number>()
  const known = new Map<string, string | undefined>()
  const vote = (votes: Map<string, number>, currency: string | undefined): void => {
    if (currency !== undefined) votes.set(currency, (votes.get(currency) ?? 0) + 1)
  }
  for (const { cells } of sheets)
    for (const { value, format } of cells) {
      if (typeof value === 'string') vote(inTexts, currencyInText(value))
      else if (typeof value === 'number' && format !== undefined) {
        if (!known.has(format)) known.set(format, currencyInFormat(format))
        vote(inFormats, known.get(format))
      }
    }
  const byText = maxVoted(inTexts)
  const byFormat = maxVoted(inFormats)
  // Excel's default money format shows a dollar sign, so a plain dollar is weak evidence.
  if (byFormat !== undefined && (byFormat !== 'USD' || byText === undefined || byText === 'USD'))
    return { currency: byFormat, by: 'format' }
  if (byText !== undefined && (inTexts.get(byText) ?? 0) >= minTextVotes) return { currency: byText, by: 'text' }
  return byFormat === undefined ? undefined : { currency: byFormat, by: 'format' }
}

/** One mention can be about a peer; a model in a currency repeats it. */
const minTextVotes = 2
