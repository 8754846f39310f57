import type { MetricUnit } from '@deal-canvas/contract'
import { type MetricDomain, matchLabel } from '@deal-canvas/engine'
import { namesOfLabel } from './mentions.ts'

/** A term that the label of a row or column names. */
export interface Labeled {
  readonly key: string | null
  readonly term: string
  readonly unit: MetricUnit
  readonly sureness: number
}

/** Numbers of the ledger: "5020 Real Estate Taxes", "5020-000 · Insurance". */
const accountCode = /^(\d{3,6})((?:[-.]\d{2,5}){0,3})(?: ?[·:|–—-])? +(?=\p{L})/u

/** "2025 Real Estate Taxes" starts with a year, not with the number of an account. */
const isYear = (code: string, tail: string): boolean => tail === '' && /^(?:199|20[0-4])\d$/.test(code)

const withoutAccount = (label: string): string => {
  const found = accountCode.exec(label)
  return found === null || isYear(found[1] ?? '', found[2] ?? '') ? label : label.slice(found[0].length)
}

/** A label without the marks of its layout. */
export const plainLabel = (label: string): string =>
  withoutAccount(
    label
      .slice(0, 300)
      .replaceAll(/\*\*|__|`/g, '')
      .replace(/^[\s•·-]+/, '')
      .trim(),
  )

const whose = /^[\p{L} ]{2,30}-(?=adjusted\b)/iu
const assetWords = / (?:storage|apartment|residential|multifamily|office|retail|warehouse|industrial|unit)(?= )/gi
const when = / (?:at inspection|at the inspection|at closing|today|year \d{1,2}|year one)$/i

/** "Occupancy at inspection", "Balance, as of 30 June 2026": without the time. */
const withoutTime = (label: string): string => {
  const [name = ''] = label.replace(when, '').split(/ as of /i, 1)
  return name.endsWith(',') ? name.slice(0, -1) : name
}

/** The same label in plainer words; undefined if it has none. */
const plainer = (label: string, domain: MetricDomain | undefined): string | undefined => {
  // Among the expenses of a property: "Management | $46,000".
  if (domain?.startsWith('cre_') && /^(?:property )?management$/i.test(label)) return 'Management fee'
  // Who adjusted it does not make it another number: "Diligence-adjusted EBITDA".
  const adjusted = label.replace(whose, '')
  // What kind of property pays it does not either: "Gross potential storage rent".
  const ofAsset = /^(?:gross|potential|effective|net operating|total)\b/i.test(adjusted)
    ? adjusted.replaceAll(assetWords, '')
    : adjusted
  const plain = withoutTime(ofAsset).trim()
  return plain === label || plain === '' ? undefined : plain
}

const matched = (text: string, domain: MetricDomain | undefined, heading: string): Labeled | undefined => {
  const [best, second] = matchLabel(text, domain, heading)
  if (best !== undefined && best.sureness >= 0.7 && (second === undefined || second.sureness < best.sureness - 0.02))
    return { key: best.kind.key, term: text, unit: best.kind.unit, sureness: best.sureness }
  const [spoken] = namesOfLabel(text, domain)
  return spoken === undefined
    ? undefined
    : { key: spoken.key, term: text, unit: spoken.unit, sureness: spoken.sureness * 0.9 }
}

/** The metric or term that a label names. */
export const labelTerm = (label: string, domain: MetricDomain | undefined, heading: string): Labeled | undefined => {
  const text = plainLabel(label)
  const found = matched(text, domain, heading)
  if (found !== undefined) return found
  const plain = plainer(text, domain)
  const again = plain === undefined ? undefined : matched(plain, domain, heading)
  return again === undefined ? undefined : { ...again, term: text }
}

const growthOf: Readonly<Record<string, string>> = {
  revenue: 'revenue_growth_pct',
  arr: 'arr_growth_pct',
}
const marginOf: Readonly<Record<string, string>> = {
  adjusted_ebitda: 'ebitda_margin_pct',
  reported_ebitda: 'ebitda_margin_pct',
  gross_profit: 'gross_margin_pct',
}
const growthLabel =
  /^(?:%|yoy|y\/y|y-o-y|annual|year[- ]over[- ]year)? ?(?:growth|change) ?(?:%|rate|\(%\))?(?: yoy)?$/i
const marginLabel = /^(?:%|as %)? ?margin ?(?:%|\(%\))?$/i

/** "Growth" and "Margin" are those of the row above. */
export const termOfRowAbove = (label: string, above: () => Labeled | undefined): Labeled | undefined => {
  const text = plainLabel(label)
  const names = growthLabel.test(text) ? growthOf : marginLabel.test(text) ? marginOf : undefined
  const other = names === undefined ? undefined : above()?.key
  if (names === undefined || other === undefined || other === null) return undefined
  const key = Object.hasOwn(names, other) ? names[other] : undefined
  return key === undefined ? undefined : { key, term: text, unit: 'percentage_points', sureness: 0.9 }
}
