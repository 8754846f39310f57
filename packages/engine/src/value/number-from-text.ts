import { serialFromParts } from '@deal-canvas/workbook-reader'

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
const time = /^(\d{1,4}):(\d{1,2})(?::(\d{1,2}(?:\.\d+)?))?\s*([aApP][mM]?)?$/
const isoDate = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/
const usDate = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4}|\d{2})$/
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayMonth = /^(\d{1,2})[-\s]([a-z]{3,9})(?:[-\s,]+(\d{4}|\d{2}))?$/i
const monthDay = /^([a-z]{3,9})\s+(\d{1,2})(?:,?\s+(\d{4}))$/i
const monthYear = /^([a-z]{3,9})[-\s](\d{4}|\d{2})$/i

const fullYear = (text: string): number => {
  const year = Number(text)
  if (text.length > 2) return year
  return year < 30 ? 2000 + year : 1900 + year
}

const monthOf = (name: string): number | undefined => {
  const place = monthNames.indexOf(name.slice(0, 3).toLowerCase())
  return place === -1 ? undefined : place + 1
}

const realDate = (year: number, month: number, day: number): number | undefined => {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return day > last && !(year === 1900 && month === 2 && day === 29) ? undefined : serialFromParts(year, month, day)
}

const readDate = (text: string): number | undefined => {
  const iso = isoDate.exec(text)
  if (iso !== null) return realDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const us = usDate.exec(text)
  if (us !== null) return realDate(fullYear(us[3] ?? ''), Number(us[1]), Number(us[2]))
  const named = dayMonth.exec(text)
  if (named !== null && named[3] !== undefined) {
    const month = monthOf(named[2] ?? '')
    return month === undefined ? undefined : realDate(fullYear(named[3]), month, Number(named[1]))
  }
  const first = monthDay.exec(text)
  if (first !== null) {
    const month = monthOf(first[1] ?? '')
    return month === undefined ? undefined : realDate(Number(first[3]), month, Number(first[2]))
  }
  const short = monthYear.exec(text)
  if (short !== null) {
    const month = monthOf(short[1] ?? '')
    return month === undefined ? undefined : realDate(fullYear(short[2] ?? ''), month, 1)
  }
  return undefined
}

const readTime = (text: string): number | undefined => {
  const found = time.exec(text)
  if (found === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', half] = found
  if (Number(minutes) > 59 || Number(seconds) >= 60) return undefined
  let hour = Number(hours)
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined
    hour = (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0)
  }
  return (hour * 3600 + Number(minutes) * 60 + Number(seconds)) / 86_400
}

/**
 * A number, amount, percentage, date or time, as Excel parses text when it expects a number (English, United States).
 */
export const numberFromText = (given: string): number | undefined => {
  const text = given.trim()
  if (text === '' || text.length > 60) return undefined
  if (plain.test(text)) return Number.isFinite(Number(text)) ? Number(text) : undefined
  const inBrackets = /^\((.+)\)$/.exec(text)
  if (inBrackets !== null) {
    const inner = inBrackets[1] ?? ''
    if (/^[+-]/.test(inner)) return undefined
    const value = numberFromText(inner)
    return value === undefined ? undefined : -value
  }
  const percent = /^(.+?)\s*%$|^%\s*(.+)$/.exec(text)
  if (percent !== null) {
    const value = numberFromText(percent[1] ?? percent[2] ?? '')
    return value === undefined ? undefined : value / 100
  }
  const amount = /^([+-]?)\s*\$\s*(.+)$/.exec(text)
  if (amount !== null) {
    const value = numberFromText(amount[2] ?? '')
    return value === undefined ? undefined : amount[1] === '-' ? -value : value
  }
  const signed = /^([+-])(.+)$/.exec(text)
  const digits = signed === null ? text : (signed[2] ?? '')
  if (grouped.test(digits)) return Number(digits.replaceAll(',', '')) * (signed?.[1] === '-' ? -1 : 1)
  // No blanks are allowed around dates and times.
  if (text !== given) return undefined
  const date = readDate(text)
  if (date !== undefined) return date
  const clock = readTime(text)
  if (clock !== undefined) return clock
  const both = /^(\S.*?)\s+(\d{1,2}:.+)$/.exec(text)
  if (both === null) return undefined
  const [day, hour] = [readDate(both[1] ?? ''), readTime(both[2] ?? '')]
  return day === undefined || hour === undefined ? undefined : day + hour
}
