import { attributeOf, scanPart, type Zip } from '@deal-canvas/workbook-reader'
import { refuseLargePart } from './part-text.ts'

interface Level {
  start: number
  format: string
  /** Such as `%1.%2`. */
  text: string
}

const maxBytes = 16 * 1024 * 1024
const maxLevels = 9
const maxNumber = 100_000

const letters = (number: number): string =>
  number < 1 ? '' : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 10))

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

const roman = (number: number): string => {
  let [rest, text] = [Math.min(number, 3_999), '']
  for (const [value, letter] of romans)
    while (rest >= value) {
      text += letter
      rest -= value
    }
  return text
}

const formatted = (number: number, format: string): string => {
  if (format === 'lowerLetter') return letters(number)
  if (format === 'upperLetter') return letters(number).toUpperCase()
  if (format === 'lowerRoman') return roman(number)
  if (format === 'upperRoman') return roman(number).toUpperCase()
  return format === 'decimalZero' ? String(number).padStart(2, '0') : String(number)
}

/**
 * Reads the numbering of a Word document. The result returns the mark of each list paragraph in turn, such as `2.1` or
 * `-`, because a file stores which list a paragraph belongs to and not its number.
 */
export const readWordNumbering = (zip: Zip): ((numId: string, level: number) => string) => {
  const part = 'word/numbering.xml'
  refuseLargePart(zip, part, maxBytes)
  const lists = new Map<string, Level[]>()
  const abstractOf = new Map<string, string>()
  const starts = new Map<string, Map<number, number>>()
  let abstract: Level[] | undefined
  let level: Level | undefined
  let num: string | undefined
  let overridden = 0
  scanPart(zip, part, {
    open: (name, tag) => {
      const value = (): string => attributeOf(tag, ':val') ?? ''
      if (name === 'abstractNum') {
        abstract = []
        lists.set(attributeOf(tag, ':abstractNumId') ?? '', abstract)
      } else if (name === 'num') num = attributeOf(tag, ':numId') ?? ''
      else if (name === 'abstractNumId' && num !== undefined) abstractOf.set(num, value())
      else if (name === 'lvlOverride') overridden = Number(attributeOf(tag, ':ilvl') ?? 0)
      else if (name === 'startOverride' && num !== undefined)
        starts.set(num, (starts.get(num) ?? new Map()).set(overridden, Number(value())))
      else if (name === 'lvl' && abstract !== undefined && abstract.length < maxLevels) {
        level = { start: 1, format: 'decimal', text: '' }
        abstract.push(level)
      } else if (level === undefined) return
      else if (name === 'start') level.start = Number(value())
      else if (name === 'numFmt') level.format = value()
      else if (name === 'lvlText') level.text = value()
    },
    close: (name) => {
      if (name === 'lvl') level = undefined
      else if (name === 'abstractNum') abstract = undefined
      else if (name === 'num') num = undefined
    },
  })

  const counts = new Map<string, (number | undefined)[]>()
  return (numId, given) => {
    const abstractId = abstractOf.get(numId)
    const levels = abstractId === undefined ? undefined : lists.get(abstractId)
    const depth = Math.min(Math.max(given, 0), maxLevels - 1)
    const own = levels?.[depth]
    if (levels === undefined || own === undefined || own.format === 'none') return ''
    if (own.format === 'bullet') return '-'
    // Lists that share a definition continue each other, unless one says where it starts.
    const key = starts.has(numId) ? `num ${numId}` : `abstract ${abstractId}`
    const numbers = counts.get(key) ?? []
    const startOf = (at: number): number => starts.get(numId)?.get(at) ?? levels[at]?.start ?? 1
    const before = numbers[depth]
    numbers[depth] = before === undefined ? startOf(depth) : Math.min(before + 1, maxNumber)
    numbers.length = depth + 1
    counts.set(key, numbers)
    return own.text
      .replaceAll(/%([1-9])/g, (_, at: string) => {
        const index = Number(at) - 1
        return formatted(numbers[index] ?? startOf(index), levels[index]?.format ?? 'decimal')
      })
      .slice(0, 40)
  }
}
