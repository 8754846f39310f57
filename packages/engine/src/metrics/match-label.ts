import { catalogue } from './catalogue/catalogue.ts'
import type { MetricDomain, MetricKind } from './catalogue/metric-kind.ts'
import { normaliseLabel } from './normalise-label.ts'

/** How well a label names a metric: as written, by an abbreviation, by a single everyday word, by the same words. */
const sureness = { exact: 1, abbreviation: 0.93, spelledOut: 0.88, word: 0.78, sameWords: 0.7 } as const

/** A metric that a label may name. */
export interface LabelMatch {
  readonly kind: MetricKind
  readonly sureness: number
}

interface Name {
  readonly kind: MetricKind
  readonly text: string
  readonly sureness: number
}

/** Where sheets abbreviate. */
const longForms = new Map(
  Object.entries({
    adj: 'adjusted',
    amort: 'amortization',
    avg: 'average',
    mgmt: 'management',
    occ: 'occupancy',
    exp: 'expense',
    rev: 'revenue',
    mkt: 'market',
    acq: 'acquisition',
    prob: 'probability',
    reno: 'renovation',
    opex: 'operating expenses',
    capex: 'capital expenditures',
    psf: 'per sf',
  }),
)
/** Words without which a name says the same. */
const fillers = new Set(['the', 'of', 'in', 'at', 'for', 'on', 'to', 'a', 'an', 'ratio', 'amount'])

const spelledOut = (text: string): string =>
  text
    .split(' ')
    .map((word) => longForms.get(word) ?? word)
    .join(' ')

const wordSet = (text: string): string => {
  const words = spelledOut(text)
    .split(' ')
    .filter((word) => !fillers.has(word))
  return [...new Set(words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word)))].sort().join(' ')
}

/** "Total Revenue (means effective_gross_income in a property model)": one name, two metrics, by the kind of deal. */
const elsewhere = /^(.+?) \(.*means ([a-z_]+) in/

const surenessOf = (written: string, text: string): number => {
  if (text.includes(' ')) return sureness.exact
  return written.slice(1) === written.slice(1).toLowerCase() ? sureness.word : sureness.abbreviation
}

const namesOf = (kind: MetricKind): Name[] => {
  const doubtful = new Set(kind.ambiguous.map((text) => normaliseLabel(text.replace(/ \(.*$/, ''))))
  const written = [kind.label, ...kind.synonyms]
  const spoken = kind.key.replace(/_(?:pct|months)$/, '').replaceAll('_', ' ')
  const own = [
    ...written.map((name) => ({ text: normaliseLabel(name), sureness: surenessOf(name, normaliseLabel(name)) })),
    // A key of one word is what the metric is called: revenue, noi, dscr.
    { text: normaliseLabel(spoken), sureness: sureness.exact },
  ]
  const shared = kind.ambiguous.flatMap((text) => {
    const name = elsewhere.exec(text)?.[1]
    return name === undefined ? [] : [{ text: normaliseLabel(name), sureness: sureness.abbreviation }]
  })
  return [...own, ...shared].map((name) => ({
    ...name,
    kind,
    sureness: name.sureness * (doubtful.has(name.text) ? 0.9 : 1),
  }))
}

const meantElsewhere = (): Name[] =>
  catalogue.flatMap(({ ambiguous }) =>
    ambiguous.flatMap((text) => {
      const [, name, key] = elsewhere.exec(text) ?? []
      const kind = catalogue.find((one) => one.key === key)
      return name === undefined || kind === undefined
        ? []
        : [{ kind, text: normaliseLabel(name), sureness: sureness.abbreviation * 0.9 }]
    }),
  )

const group = (names: readonly Name[], by: (text: string) => string): Map<string, Name[]> => {
  const groups = new Map<string, Name[]>()
  for (const name of names) {
    const key = by(name.text)
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return groups
}

const names = [...catalogue.flatMap(namesOf), ...meantElsewhere()]
const asWritten = group(names, (text) => text)
const asSpelledOut = group(names, spelledOut)
const byWords = group(
  names.filter(({ text }) => text.includes(' ')),
  wordSet,
)

/** `%` only repeats the unit of a rate, and `x` that of a multiple; for others they make it another metric. */
const unitWords = { percentage_points: '%', multiple_x: 'x' } as const
const withoutUnit = (text: string): { text: string; unit: string } | undefined => {
  for (const [unit, word] of Object.entries(unitWords))
    if (text.endsWith(` ${word}`)) return { text: text.slice(0, -2), unit }
  return undefined
}

const lookUp = (text: string): Name[] => {
  const bare = withoutUnit(text)
  const found = (names: Map<string, Name[]>, of: (text: string) => string, most: number): Name[] => {
    const same = names.get(of(text)) ?? []
    const measured =
      bare === undefined ? [] : (names.get(of(bare.text)) ?? []).filter(({ kind }) => kind.unit === bare.unit)
    return [...same, ...measured].map((name) => ({ ...name, sureness: Math.min(name.sureness, most) }))
  }
  return [
    ...found(asWritten, (one) => one, 1),
    ...found(asSpelledOut, spelledOut, sureness.spelledOut),
    ...found(byWords, wordSet, sureness.sameWords),
  ]
}

/** "Less: Capex", "Memo: Capex". */
const prefix = /^\s*(?:less|add|plus|memo)\s*:\s*/i
const bracket = /^([^(]+)\(([^()]+)\)\s*$/
const longestLabel = 100

/** The readings of a label, with how far each is to be trusted. */
const readings = (label: string): { text: string; trust: number }[] => {
  const plain = label.replace(prefix, '')
  const [, before, inner] = bracket.exec(plain) ?? []
  const short = inner !== undefined && /^[A-Z][A-Za-z&/]{1,6}$/.test(inner.trim())
  return [
    { text: label, trust: 1 },
    { text: plain, trust: 0.98 },
    ...(before === undefined ? [] : [{ text: before, trust: short ? 0.85 : 0.95 }]),
    ...(short ? [{ text: inner, trust: 0.97 }] : []),
  ].map(({ text, trust }) => ({ text: normaliseLabel(text), trust }))
}

/**
 * The metrics that a label may name, the surest first. Never by a part of the label: "net income" is not the NOI. In a
 * workbook of an unknown kind of deal a name that means several metrics means none.
 */
export const matchLabel = (label: string, domain: MetricDomain | undefined): LabelMatch[] => {
  if (label.length > longestLabel) return []
  const best = new Map<MetricKind, number>()
  for (const { text, trust } of readings(label)) {
    const found = lookUp(text).filter(({ kind }) => domain === undefined || kind.domains.includes(domain))
    const isOneMetric = new Set(found.map(({ kind }) => kind)).size === 1
    if (domain === undefined && !isOneMetric) continue
    for (const { kind, sureness } of found) best.set(kind, Math.max(best.get(kind) ?? 0, sureness * trust))
  }
  return [...best]
    .map(([kind, sureness]) => ({ kind, sureness }))
    .sort((one, other) => other.sureness - one.sureness || (one.kind.key < other.kind.key ? -1 : 1))
}
