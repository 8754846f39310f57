import type { MetricUnit } from '@deal-canvas/contract'

const sizes: Record<string, number> = { k: 1e3, m: 1e6, mm: 1e6, b: 1e9, bn: 1e9 }
const pattern = /^(-?)\$?(\d+(?:\.\d*)?|\.\d+)(k|mm?|bn?)?(%|x|sf|mo)?$/
const day = 86_400_000
const dayZero = Date.UTC(1899, 11, 30)

const readDay = (text: string): number | undefined => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? undefined : (at - dayZero) / day
}

/** Matches commas that group thousands; any other comma may be meant as a decimal separator. */
const grouped = /^[^,]*$|^[^,\d]*\d{1,3}(,\d{3})+(?![\d,])/

/** The probable value of a text with a decimal comma: "5,75" is 5.75. Undefined: it has none. */
export const readDecimalComma = (text: string, unit: MetricUnit): number | undefined =>
  unit !== 'date' && /^[^,.]*,[^,.]*$/.test(text) ? readValue(text.replace(',', '.'), unit) : undefined

/** Parses a typed number: "10.5%", "$48.5M", "1,250,000", "−2". Undefined: the text is not a number. */
export const readValue = (text: string, unit: MetricUnit): number | undefined => {
  if (unit === 'date') return readDay(text.trim())
  if (!grouped.test(text.trim())) return undefined
  const plain = text
    .toLowerCase()
    .replace(/[\s,_]/g, '')
    .replace(/^\u2212/, '-')
    .replace(/^\$-/, '-$')
  const [, sign, digits, size, ending] = pattern.exec(plain) ?? []
  if (digits === undefined || (ending === '%' && unit !== 'percentage_points')) return undefined
  const value = Number(digits) * (size === undefined ? 1 : (sizes[size] ?? 1))
  return Number((sign === '-' ? -value : value).toPrecision(12))
}

const typed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** A value formatted for editing: exact, without its unit. */
export const valueAsTyped = (value: number, unit: MetricUnit): string =>
  unit === 'date'
    ? new Date(dayZero + value * day).toISOString().slice(0, 10)
    : typed.format(value).replace('-', '\u2212')
