import { partsFromSerial } from '@deal-canvas/workbook-reader'
import type { Token } from './format-code.ts'

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const padded = (value: number, length: number): string => String(value).padStart(length, '0')

const named = (name: string, length: number): string =>
  length === 3 ? name.slice(0, 3) : length === 5 ? name.charAt(0) : name

/** A date-time formatted by tokens: rounded to the smallest fraction of a second that is shown. */
export const dateText = (moment: number, tokens: readonly Token[]): string => {
  const digits = Math.max(0, ...tokens.map((token) => (token.kind === 'fraction' ? token.digits : 0)))
  const unit = 10 ** Math.min(digits, 9)
  const whole = Math.floor(moment)
  const rounded = Math.round((moment - whole) * 86_400 * unit)
  const serial = whole + Math.floor(rounded / (86_400 * unit))
  const ticks = rounded % (86_400 * unit)
  const seconds = Math.floor(ticks / unit)
  const { year, month, day } = partsFromSerial(serial)
  const hour = Math.floor(seconds / 3600)
  const halves = tokens.some(({ kind }) => kind === 'half')

  const elapsed = (letter: string, length: number): string => {
    const total = serial * 86_400 + seconds
    return padded(Math.floor(letter === 'h' ? total / 3600 : letter === 's' ? total : total / 60), length)
  }

  const part = (letter: string, length: number): string => {
    switch (letter) {
      case 'y':
        return length <= 2 ? padded(year % 100, 2) : padded(year, 4)
      case 'e':
        return String(year)
      case 'm':
        return length <= 2 ? padded(month, length) : named(monthNames[month - 1] ?? '', length)
      case 'd':
        return length <= 2 ? padded(day, length) : named(dayNames[(serial + 6) % 7] ?? '', length === 3 ? 3 : 4)
      case 'h':
        return padded(halves ? ((hour + 11) % 12) + 1 : hour, Math.min(length, 2))
      case 'n':
        return padded(Math.floor(seconds / 60) % 60, Math.min(length, 2))
      default:
        return padded(seconds % 60, Math.min(length, 2))
    }
  }

  const write = (token: Token): string => {
    switch (token.kind) {
      case 'literal':
        return token.text
      case 'date':
        return token.elapsed ? elapsed(token.letter, token.length) : part(token.letter, token.length)
      case 'half': {
        const word = hour < 12 ? 'AM' : 'PM'
        return token.text.length > 3 ? word : token.text.startsWith('a') ? word.charAt(0).toLowerCase() : word.charAt(0)
      }
      case 'fraction':
        return `.${padded(ticks % unit, digits).slice(0, token.digits)}`
      default:
        return ''
    }
  }
  return tokens.map(write).join('')
}
