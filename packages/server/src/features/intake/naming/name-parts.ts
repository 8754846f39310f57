import { isGeneric } from './generic-words.ts'
import { lineParts } from './line-parts.ts'
import type { ReadFile } from './read-file.ts'

/** The parts that a name can consist of; null if the files do not contain one. */
export type NameParts = Record<'company_or_asset' | 'city' | 'asset_type' | 'date' | 'codename', string | null>

const assetTypes: readonly (readonly [RegExp, string])[] = [
  [/\bmulti-?family\b|\bapartments?\b|\bresidential units?\b/i, 'Multifamily'],
  [/\boffice\b/i, 'Office'],
  [/\bindustrial\b|\bwarehouse\b|\blogistics\b/i, 'Industrial'],
  [/\bshopping cent(?:er|re)\b|\bretail\b/i, 'Retail'],
  [/\bhotel\b|\bhospitality\b/i, 'Hotel'],
  [/\bself[- ]storage\b/i, 'Self Storage'],
  [/\bsaas\b|\bannual recurring revenue\b|\barr\b/i, 'SaaS'],
  [/\blbo\b|\bleveraged buyout\b|\bbuyout\b/i, 'Buyout'],
]

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Returns the year and month, the precision that names use. */
const dateIn = (text: string): string | undefined => {
  const [, year, month] = /\b(20\d\d)-(0[1-9]|1[0-2])(?:-\d\d)?\b/.exec(text) ?? []
  if (year !== undefined && month !== undefined) return `${year}-${month}`
  const [, word = '', spoken] =
    /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(?:\d{1,2},?\s+)?(20\d\d)\b/i.exec(text) ?? []
  if (spoken === undefined) return undefined
  return `${spoken}-${String(months.indexOf(word.toLowerCase().slice(0, 3)) + 1).padStart(2, '0')}`
}

const valueAfter = (lines: readonly string[], label: RegExp): string | undefined => {
  for (const line of lines) {
    const [said = '', value = ''] = lineParts(line)
    if (label.test(said) && value !== '' && value.length <= 60) return value
  }
  return undefined
}

/** "…, Austin, TX 78701". Must start at the start of a word, because retrying at every letter would be slow. */
const cityBeforeState = /(?<![\p{L}.'-])([A-Z][\p{L}.'-]{1,40}(?:\s[A-Z][\p{L}.'-]{1,40}){0,2}),\s?[A-Z]{2}\b/u

const cityIn = (texts: readonly string[], lines: readonly string[]): string | undefined => {
  const labeled = valueAfter(lines, /^(?:city|market|location)$/i)
  if (labeled !== undefined && /\p{L}/u.test(labeled)) return labeled.replace(/,\s?[A-Z]{2}\b.*/s, '')
  for (const text of texts) {
    const [, city] = cityBeforeState.exec(text) ?? []
    if (city !== undefined) return city
  }
  return undefined
}

/** "Total Project Cost" is a budget line, not a codename. */
const codename = /(?<!\p{L}\s)\bProject\s+([A-Z][\p{L}\p{N}]{2,30})\b/u

/** Returns the most frequent type: an offering of offices can mention the hotel next door. */
const typeIn = (texts: readonly string[]): string | undefined => {
  const counts = assetTypes.map(([form, type]) => ({ type, count: texts.filter((text) => form.test(text)).length }))
  const [topCount] = counts.sort((a, b) => b.count - a.count)
  return topCount !== undefined && topCount.count > 0 ? topCount.type : undefined
}

/** Returns the parts of a name that the files contain. */
export const nameParts = (files: readonly ReadFile[], name: string | undefined): NameParts => {
  const lines = files.flatMap((file) => file.lines)
  const heads = files.flatMap(({ fileName, title }) => [title ?? '', fileName.replaceAll(/[_+]/g, ' ')])
  const texts = [...(name === undefined ? [] : [name]), ...heads, ...lines]
  const saidType = valueAfter(lines, /^(?:property|asset|deal) type$|^sector$|^industry$/i)
  const type = typeIn(saidType === undefined ? texts : [saidType]) ?? typeIn(texts)
  const said = valueAfter(lines, /^(?:closing|acquisition|analysis|valuation|as of)(?: date)?$/i)
  return {
    company_or_asset: name ?? null,
    city: cityIn(texts, lines) ?? null,
    asset_type: type ?? null,
    date: dateIn(said ?? '') ?? heads.map(dateIn).find((date) => date !== undefined) ?? null,
    codename:
      texts.map((text) => codename.exec(text)?.[1]).find((word) => word !== undefined && !isGeneric(word)) ?? null,
  }
}
