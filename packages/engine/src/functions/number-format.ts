import { lastSerial } from '@deal-canvas/workbook-reader'
import type { Comparison, Section, Token } from './format-code.ts'
import { readFormat } from './format-code.ts'
import { dateText } from './format-date.ts'
import { decimalText, exponentText } from './format-decimal.ts'
import { generalText, isDigit, plain } from './format-digits.ts'
import { fractionText } from './format-fraction.ts'

const maxKnownFormats = 500
const knownFormats = new Map<string, readonly Section[]>()

/** Limit of the cache of parsed formats: a workbook shows thousands of numbers by a few formats. */
const sectionsOf = (code: string): readonly Section[] => {
  const known = knownFormats.get(code)
  if (known !== undefined) return known
  const sections = readFormat(code)
  if (knownFormats.size >= maxKnownFormats) knownFormats.clear()
  knownFormats.set(code, sections)
  return sections
}

const compares: Record<Comparison, (value: number, than: number) => boolean> = {
  '<': (value, than) => value < than,
  '>': (value, than) => value > than,
  '<=': (value, than) => value <= than,
  '>=': (value, than) => value >= than,
  '=': (value, than) => value === than,
  '<>': (value, than) => value !== than,
}

/** The default use of a section by its index: positive, negative, zero. */
const usual = (place: number, count: number): NonNullable<Section['condition']> | undefined => {
  if (count === 1 || place === 2) return undefined
  if (place === 0) return { operator: count === 2 ? '>=' : '>', than: 0 }
  return count === 2 ? undefined : { operator: '<', than: 0 }
}

/** Whether a section is only for negative numbers: it writes them without a sign. */
const isForNegative = (condition: Section['condition']): boolean =>
  condition !== undefined &&
  (condition.than < 0
    ? ['<', '<=', '='].includes(condition.operator)
    : condition.than === 0 && condition.operator === '<')

const choose = (sections: readonly Section[], value: number): { section: Section; signed: boolean } | undefined => {
  const count = Math.min(sections.length, 3)
  const custom = sections.some(({ condition }) => condition !== undefined)
  for (let place = 0; place < count; place++) {
    const section = sections[place]
    if (section === undefined) break
    const condition = section.condition ?? usual(place, count)
    if (condition !== undefined && !compares[condition.operator](value, condition.than)) continue
    const negative = isForNegative(condition) || (!custom && place === 1 && count > 1)
    return { section, signed: !negative }
  }
  return undefined
}

const sectionText = (value: number, { tokens, isDate }: Section): string | undefined => {
  // Digits next to date parts, as in "0 bps", make a format that Excel rejects.
  if (isDate && tokens.some(isDigit)) return undefined
  if (isDate) return value < 0 || value >= lastSerial + 1 ? undefined : dateText(value, tokens)
  const size = Math.abs(value)
  if (tokens.some(({ kind }) => kind === 'general'))
    return tokens.map((token) => (token.kind === 'general' ? generalText(size) : plain(token))).join('')
  if (tokens.some(({ kind }) => kind === 'exponent')) return exponentText(size, tokens)
  if (tokens.some(({ kind }) => kind === 'slash') && tokens.some(isDigit)) return fractionText(size, tokens)
  return tokens.some(isDigit)
    ? decimalText(size, tokens)
    : tokens.map((token) => (token.kind === 'text' ? generalText(size) : plain(token))).join('')
}

const numeric = new Set<Token['kind']>(['digit', 'point', 'comma', 'percent', 'exponent'])

/** Whether a negative number is shown as zero: Excel then writes no sign, unless the format has several sections. */
const isShownAsZero = (value: number, sections: readonly Section[], { tokens, isDate }: Section): boolean => {
  if (sections.length > 1 || !tokens.some(isDigit) || tokens.some(({ kind }) => kind === 'slash')) return false
  const digits = sectionText(value, {
    tokens: tokens.filter(({ kind }) => numeric.has(kind)),
    isDate,
    condition: undefined,
  })
  return digits !== undefined && !/[1-9]/.test(digits)
}

/** A number as a format shows it; undefined if the format cannot show it. */
export const formatNumber = (value: number, code: string): string | undefined => {
  if (!Number.isFinite(value)) return undefined
  const sections = sectionsOf(code)
  const chosen = choose(sections, value)
  if (chosen === undefined) return generalText(value)
  const { section, signed } = chosen
  const written = sectionText(value, section)
  return written === undefined
    ? undefined
    : value < 0 && signed && !section.isDate && section.tokens.length > 0 && !isShownAsZero(value, sections, section)
      ? `-${written}`
      : written
}

/** A text as a format shows it: by its fourth section, or by its only section if that contains text. */
export const formatText = (value: string, code: string): string => {
  const sections = sectionsOf(code)
  const section = sections[3] ?? sections.find(({ tokens }) => tokens.some(({ kind }) => kind === 'text'))
  return section === undefined
    ? value
    : section.tokens.map((token) => (token.kind === 'text' ? value : plain(token))).join('')
}
