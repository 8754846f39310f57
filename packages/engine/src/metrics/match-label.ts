import { catalogue } from './catalogue/catalogue.ts'
import type { MetricDomain, MetricKind } from './catalogue/metric-kind.ts'
import { createSpelling, labelWords, plainWords } from './label-words.ts'
import { normalizeLabel } from './normalize-label.ts'

/** How well a label names a metric: exactly, by an abbreviation, by a single everyday word, or by the same words. */
const surenessOfNames = {
  exact: 1,
  abbreviation: 0.93,
  word: 0.78,
  sameWords: 0.88,
  qualified: 0.86,
  underHeading: 0.95,
  besideHeading: 0.7,
} as const

/** A metric that a label could name. */
export interface LabelMatch {
  readonly kind: MetricKind
  readonly sureness: number
  /** Whether by the label itself, together with its heading, or only by some of its words. */
  readonly by: 'label' | 'heading' | 'some_words'
  /** Unknown words in the label, and words of the name that it lacks. */
  readonly extraWords?: number
  /** Whether such deals usually do not have it. */
  readonly isForeign?: true
  readonly missingWords?: number
}

interface Name {
  readonly kind: MetricKind
  readonly text: string
  readonly sureness: number
}

/** Words that only say whose a number is or its status, without changing the metric. */
const qualifiers = new Set(
  [
    'total company group consolidated annual annualized annualised reported implied blended base case new proforma model',
    'transaction deal acquisition initial closing close current year entry purchase estimated statutory overall all combined',
    'project property fund stated final calculated resulting book recognized operating operation full',
  ].flatMap((line) => line.split(' ')),
)
/** They change one-word metrics: "operating income" is not income. */
const telling = new Set(['operating', 'operation', 'project', 'property', 'new'])

/** "Total Revenue (means effective_gross_income in a property model)": one name, two metrics, by deal type. */
const elsewhere = /^(.+?) \(.*means ([a-z_]+) in/

const surenessOf = (written: string, text: string): number => {
  if (text.includes(' ')) return surenessOfNames.exact
  return written.slice(1) === written.slice(1).toLowerCase() ? surenessOfNames.word : surenessOfNames.abbreviation
}

const namesOf = (kind: MetricKind, more: readonly string[]): Name[] => {
  const doubtful = new Set(kind.ambiguous.map((text) => normalizeLabel(text.replace(/ \(.*$/, ''))))
  const written = [kind.label, ...kind.synonyms, ...more]
  const spoken = kind.key.replace(/_(?:pct|months)$/, '').replaceAll('_', ' ')
  const own = [
    ...written.map((name) => {
      const text = normalizeLabel(name)
      return { text, sureness: surenessOf(name, text) }
    }),
    // A one-word key is the name of the metric: revenue, noi, dscr.
    { text: normalizeLabel(spoken), sureness: surenessOfNames.exact },
  ]
  const shared = kind.ambiguous.flatMap((text) => {
    const name = elsewhere.exec(text)?.[1]
    return name === undefined ? [] : [{ text: normalizeLabel(name), sureness: surenessOfNames.abbreviation }]
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
      const kind = catalogue.find((item) => item.key === key)
      return name === undefined || kind === undefined
        ? []
        : [{ kind, text: normalizeLabel(name), sureness: surenessOfNames.abbreviation * 0.9 }]
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

interface WordedName extends Name {
  readonly words: readonly string[]
}

/** `%` only repeats the unit of a rate, and `x` that of a multiple; on other metrics they mean another metric. */
const unitWords = { percentage_points: '%', multiple_x: 'x' } as const
const withoutUnit = (text: string): { text: string; unit: string } | undefined => {
  for (const [unit, word] of Object.entries(unitWords))
    if (text.endsWith(` ${word}`) || text.startsWith(`${word} `))
      return { text: text.endsWith(` ${word}`) ? text.slice(0, -2) : text.slice(2), unit }
  return undefined
}

/** Whether a deal type has a metric, or can state it. */
export const isOf = ({ domains, statedIn }: MetricKind, domain: MetricDomain): boolean =>
  domains.includes(domain) || statedIn.includes(domain)
/** The reduction in confidence for each extra word of the label. */
const perQualifier = 0.96

/** "Less: Capex", "(+) D&A", "Memo: Capex", "FY26A Revenue". */
const prefix =
  /^\s*(?:(?:less|add|plus|memo|of which|incl)\s*[:.-]?\s+|[(]?[-+–−±/]+[)]?\s*|(?:fy|cy)\s?'?\d{2,4}\s?[aefp]?\s+|(?:19|20)\d{2}[aefp]?\s+|(?:year|yr)\s?\d{1,2}\s+)/i
const bracket = /^([^([]+)[([]([^()[\]]+)[)\]]?.{0,40}$/
/** "EV = EBITDA x multiple", "Revenue – total of all lines". */
const explained = /^(.{2,60}?)\s+(?:=|÷|–|—|:)\s+.+$/
const maxLabelLength = 100

/** Whether it consists of initials: "IRR" adds nothing to "Unlevered Internal Rate of Return". */
const isAbbreviation = (short: string, words: string): boolean =>
  normalizeLabel(words)
    .split(' ')
    .filter((word) => word !== 'of')
    .map((word) => word[0])
    .join('')
    .includes(short.trim().toLowerCase())

interface Reading {
  readonly text: string
  readonly trust: number
  /** Whether it omits words that can carry meaning: "Unlevered Return (IRR)" is not any IRR. */
  readonly isPart?: boolean
}

/** The variants of a label, with the confidence in each. */
const readings = (label: string): Reading[] => {
  const plain = label.replace(prefix, '').replace(prefix, '')
  const [, before, inner] = bracket.exec(plain) ?? []
  const [, named] = explained.exec(plain) ?? []
  const short = inner !== undefined && /^[A-Z][A-Za-z&/]{1,6}$/.test(inner.trim())
  // "R_d (cost of debt, %)": the words are in the brackets.
  const spoken = inner !== undefined && before !== undefined && before.trim().length <= 4 && inner.trim().length > 6
  return [
    { text: label, trust: 1 },
    { text: plain, trust: 0.98 },
    ...(before === undefined ? [] : [{ text: before, trust: short ? 0.85 : 0.95 }]),
    ...(short ? [{ text: inner, trust: 0.97, isPart: isAbbreviation(inner, before ?? '') }] : []),
    ...(spoken ? [{ text: inner, trust: 0.8, isPart: true }] : []),
    ...(named === undefined ? [] : [{ text: named, trust: 0.9, isPart: true }]),
  ]
    .map((reading) => ({ ...reading, text: normalizeLabel(reading.text) }))
    .filter(({ text }, n, all) => all.findIndex((name) => name.text === text) === n)
}

/** Words of headings that say nothing about the numbers below. */
const headingFillers =
  /\b(?:assumptions?|structure|financing|terms?|profile|table|analysis|summary|inputs?|outputs?|calculations?|metrics?|returns?|schedule|valuation|section|step \d+|investment|details?|key|overview|results?)\b/gi

const addSurest = (best: Map<MetricKind, number>, found: readonly Name[], trust: number): void => {
  for (const { kind, sureness } of found) best.set(kind, Math.max(best.get(kind) ?? 0, sureness * trust))
}

/** Deal types with similar models. */
const alike: Record<MetricDomain, MetricDomain> = {
  pe_lbo: 'saas_growth',
  saas_growth: 'pe_lbo',
  cre_multifamily: 'cre_office',
  cre_office: 'cre_multifamily',
}

const leastForeign = 0.75

/** They turn an amount into another metric: "EBITDA margin" is not EBITDA. */
const otherMeasure = new Set(
  '% growth margin per change yield rate multiple day yoy cagr persf share cumulative year month date period'.split(
    ' ',
  ),
)
const maxUnknownWords = 3
/** A match by only some of its words. */
const surenessOfSomeWords = 0.5

const bySureness = (a: LabelMatch, b: LabelMatch): number =>
  b.sureness - a.sureness || (a.kind.key < b.kind.key ? -1 : 1)

/** Additional names of metrics, by key. */
type MoreNames = Readonly<Record<string, readonly string[]>>

/** Indexes the names of the catalog, and additional ones; returns the functions that match labels with them. */
const indexNames = (more: MoreNames) => {
  const isWide = Object.keys(more).length > 0
  const names = [...catalogue.flatMap((kind) => namesOf(kind, more[kind.key] ?? [])), ...meantElsewhere()]
  const asWritten = group(names, (text) => text)

  const worded: readonly WordedName[] = names.map((name) => ({ ...name, words: labelWords(name.text) }))
  const byWords = new Map<string, WordedName[]>()
  /** Indexed by their rarest word: a label is compared with the names that share it. */
  const byWord = new Map<string, WordedName[]>()
  const frequency = new Map<string, number>()
  for (const { words } of worded) for (const word of words) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  for (const name of worded) {
    for (const key of new Set([name.words.join(' '), plainWords(name.text).join(' ')]))
      byWords.set(key, [...(byWords.get(key) ?? []), name])
    const rarest = name.words.toSorted((a, b) => (frequency.get(a) ?? 0) - (frequency.get(b) ?? 0))[0]
    if (rarest !== undefined) byWord.set(rarest, [...(byWord.get(rarest) ?? []), name])
  }
  const byAnyWord = new Map<string, WordedName[]>()
  for (const name of worded) for (const word of name.words) byAnyWord.set(word, [...(byAnyWord.get(word) ?? []), name])
  const spelled = createSpelling(new Set(worded.flatMap(({ words }) => words)))

  /** Names whose words are all in the label, if the remaining words only qualify. */
  const withQualifiers = (words: readonly string[]): Name[] => {
    const said = new Set(words)
    return words.flatMap((word) =>
      (byWord.get(word) ?? []).flatMap((name): Name[] => {
        if (name.words.length >= words.length || !name.words.every((item) => said.has(item))) return []
        const rest = words.filter((item) => !name.words.includes(item))
        const isShort = name.words.length === 1
        if (!rest.every((word) => qualifiers.has(word) && !(isShort && telling.has(word)))) return []
        return [{ ...name, sureness: Math.min(name.sureness, surenessOfNames.qualified) * perQualifier ** rest.length }]
      }),
    )
  }

  const byTheirWords = (text: string): Name[] => {
    const words = labelWords(text).map(spelled)
    if (words.length === 0) return []
    const keys = new Set([words, plainWords(text).map(spelled)].map((some) => [...new Set(some)].sort().join(' ')))
    const same = [...keys]
      .flatMap((key) => byWords.get(key) ?? [])
      .map((name) => ({
        ...name,
        sureness: Math.min(name.sureness, surenessOfNames.sameWords),
      }))
    return [...same, ...withQualifiers(words)]
  }

  const lookUp = (text: string): Name[] => {
    const bare = withoutUnit(text)
    const measured = (found: readonly Name[]): Name[] => found.filter(({ kind }) => kind.unit === bare?.unit)
    return [
      ...(asWritten.get(text) ?? []),
      ...(bare === undefined ? [] : measured(asWritten.get(bare.text) ?? [])),
      ...byTheirWords(text),
      ...(bare === undefined ? [] : measured(byTheirWords(bare.text))),
    ]
  }

  /** What the variants of a label name, in any deal type. */
  const named = (all: readonly Reading[]): Map<MetricKind, number> => {
    const best = new Map<MetricKind, number>()
    for (const { text, trust, isPart } of all)
      if (!isPart || best.size === 0 || !isWide) addSurest(best, lookUp(text), trust)
    return best
  }

  /** The same without variants that name several metrics. */
  const unambiguous = (all: readonly Reading[]): Map<MetricKind, number> => {
    const best = new Map<MetricKind, number>()
    for (const { text, trust } of all) {
      const found = lookUp(text)
      if (new Set(found.map(({ kind }) => kind)).size === 1) addSurest(best, found, trust)
    }
    return best
  }

  /** What a label names, in any deal type. */
  const namesInLabel = (label: string): ReadonlyMap<MetricKind, number> =>
    label.length > maxLabelLength ? new Map() : named(readings(label))

  /**
   * The metrics that a label could name, the most certain first. Never by a part of the label: "net income" is not the
   * NOI. If the deal type is unknown, an ambiguous name matches nothing. Under a heading, a label can state only the
   * rest: "Cap Rate" under "Exit".
   */
  const matchLabel = (label: string, domain: MetricDomain | undefined, heading = ''): LabelMatch[] => {
    if (label.length > maxLabelLength) return []
    const all = readings(label)
    const byHeading = new Set<MetricKind>()
    const best =
      domain === undefined ? unambiguous(all) : new Map([...named(all)].filter(([kind]) => isOf(kind, domain)))
    for (const [kind, sureness] of underHeading(all, heading, domain)) {
      // The heading makes it another metric than the label alone would be.
      for (const [other, own] of best) if (other !== kind) best.set(other, own * surenessOfNames.besideHeading)
      if (sureness > (best.get(kind) ?? 0)) byHeading.add(kind)
      best.set(kind, Math.max(best.get(kind) ?? 0, sureness))
    }
    const byName = [...best].map(([kind, sureness]) => ({
      kind,
      sureness,
      by: byHeading.has(kind) ? ('heading' as const) : ('label' as const),
    }))
    return byName.sort(bySureness)
  }

  /**
   * The same, plus possible meanings by some of its words or in another deal type: to be weighed with other evidence.
   */
  const possibleMatches = (label: string, domain: MetricDomain | undefined, heading = ''): LabelMatch[] => {
    const found = matchLabel(label, domain, heading)
    if (label.length > maxLabelLength || domain === undefined) return found
    const all = readings(label)
    const known = new Set(found.map(({ kind }) => kind))
    // "Revenue" is not exit revenue, and "Adjusted EBITDA" not the reported one: they are the names of other metrics.
    const isName = (found[0]?.sureness ?? 0) >= surenessOfNames.abbreviation
    const more = isName ? [] : someWords(all, domain).filter(({ kind }) => !known.has(kind))
    return [...found, ...more, ...(found.length > 0 ? [] : ofOtherDeals(all, domain))].sort(bySureness)
  }

  /**
   * Metrics that this deal type does not usually have: those of similar deals, and what the label can mean alone. A
   * company can have a DSCR.
   */
  const ofOtherDeals = (all: readonly Reading[], domain: MetricDomain): LabelMatch[] => {
    const sure = ([, sureness]: readonly [MetricKind, number]): boolean => sureness >= leastForeign
    const near = [...named(all)].filter(sure).filter(([kind]) => isOf(kind, alike[domain]))
    const found = near.length > 0 ? near : [...unambiguous(all)].filter(sure)
    return found.map(([kind, sureness]) => ({ kind, sureness, by: 'label', isForeign: true }))
  }
  /** What a label could name without its unknown words, or with a commonly added word. */
  const someWords = (all: readonly Reading[], domain: MetricDomain): LabelMatch[] => {
    const found = new Map<MetricKind, LabelMatch>()
    for (const { text } of all) {
      const words = labelWords(text).map(spelled)
      if (words.length === 0 || words.length > 8) continue
      const said = new Set(words)
      for (const name of new Set(words.flatMap((word) => byAnyWord.get(word) ?? []))) {
        if (!isOf(name.kind, domain)) continue
        const missing = name.words.filter((word) => !said.has(word)).length
        const extra = words.filter((word) => !name.words.includes(word))
        const isTooFar = missing > 1 || extra.length > maxUnknownWords || missing * 2 > name.words.length
        if (isTooFar || (missing > 0 && extra.length > 0)) continue
        if (extra.some((word) => otherMeasure.has(word))) continue
        const sureness = name.sureness * surenessOfSomeWords * 0.85 ** (extra.length + missing - 1)
        if (sureness > (found.get(name.kind)?.sureness ?? 0))
          found.set(name.kind, {
            kind: name.kind,
            sureness,
            by: 'some_words',
            extraWords: extra.length,
            missingWords: missing,
          })
      }
    }
    return [...found.values()]
  }

  /** What the variants of a label name together with a short heading. */
  const underHeading = (
    readings: readonly { text: string; trust: number }[],
    heading: string,
    domain: MetricDomain | undefined,
  ): Map<MetricKind, number> => {
    const found = new Map<MetricKind, number>()
    const above = normalizeLabel(heading.slice(0, maxLabelLength).replaceAll(headingFillers, ' '))
    if (above === '' || above.split(' ').length > 3) return found
    for (const { text, trust } of readings) {
      if (text === '' || text.split(' ').length > 4) continue
      for (const [kind, sureness] of matchTogether(above, text, domain))
        found.set(kind, Math.max(found.get(kind) ?? 0, sureness * trust))
    }
    return found
  }

  /** What heading and label name together, if neither does alone: all their words are used. */
  const matchTogether = (heading: string, label: string, domain: MetricDomain | undefined): Map<MetricKind, number> => {
    const words = [...new Set([...labelWords(heading), ...labelWords(label)].map(spelled))].sort()
    const own = new Set(labelWords(label).map(spelled))
    const found = new Map<MetricKind, number>()
    // "Check" under "Equity" is a check.
    if (own.size === 0 || own.has('check')) return found
    for (const name of byWords.get(words.join(' ')) ?? []) {
      const isNew = name.words.some((word) => !own.has(word))
      if (isNew && (domain === undefined || isOf(name.kind, domain)))
        found.set(name.kind, Math.max(found.get(name.kind) ?? 0, name.sureness * surenessOfNames.underHeading))
    }
    return found
  }

  return { namesInLabel, matchLabel, possibleMatches }
}

type LabelReader = ReturnType<typeof indexNames>

/**
 * Creates the functions that match labels with the names of the catalog, and with additional ones. The index takes
 * 100 ms, so it is built on first use: most threads compute models without ever reading a label.
 */
export const createLabelReader = (more: MoreNames = {}): LabelReader => {
  let built: LabelReader | undefined
  const reader = (): LabelReader => (built ??= indexNames(more))
  return {
    namesInLabel: (...label) => reader().namesInLabel(...label),
    matchLabel: (...label) => reader().matchLabel(...label),
    possibleMatches: (...label) => reader().possibleMatches(...label),
  }
}

export const { namesInLabel, matchLabel } = createLabelReader()
