import type { MetricKind } from '../catalogue/metric-kind.ts'
import { byPlace, type Candidate } from './candidates.ts'
import { holds, type Identity, identities } from './identities.ts'
import { noneOfThem, weights } from './weights.ts'

/** A candidate and its probability. */
export interface Weighed extends Candidate {
  readonly chance: number
}

type Groups = ReadonlyMap<MetricKind, readonly Candidate[]>

const weightOf: ReadonlyMap<string, number> = new Map(Object.entries(weights))

const scoreOf = ({ evidence }: Candidate): number => {
  let score = 0
  for (const [name, amount] of evidence) score += (weightOf.get(name) ?? 0) * amount
  return score
}

/** The probability of each candidate of a metric; the remainder up to one is for none of them. */
const weigh = (group: readonly Candidate[]): Weighed[] => {
  const scores = group.map(scoreOf)
  const top = Math.max(noneOfThem, ...scores)
  const shares = scores.map((score) => Math.exp(score - top))
  const all = shares.reduce((sum, share) => sum + share, Math.exp(noneOfThem - top))
  return group
    .map((candidate, n) => ({ ...candidate, chance: (shares[n] ?? 0) / all }))
    .sort((a, b) => b.chance - a.chance || byPlace(a, b))
}

/** The probability of each candidate, by its evidence. */
export const weighAll = (groups: Groups): Map<MetricKind, Weighed[]> =>
  new Map([...groups].map(([kind, group]) => [kind, weigh(group)]))

/** The number of values per metric that take part in the identities. */
const maxTried = 6
const leastChance = 0.02

/** Adds evidence to every candidate that fulfills identities with candidates of other metrics. */
const tellOfIdentities = (groups: Groups): void => {
  const likely = new Map<string, Weighed[]>()
  for (const [kind, group] of weighAll(groups))
    likely.set(
      kind.key,
      group.filter(({ chance, value }) => chance >= leastChance && typeof value === 'number').slice(0, maxTried),
    )
  for (const identity of identities) tellOf(identity, likely)
}

/** Each identity counts once: with the most likely numbers that fulfill it. */
const tell = ({ evidence }: Candidate, strength: number): void => {
  const known = evidence.get('identity') ?? 0
  evidence.set('identity', 1 - (1 - known) * (1 - strength))
}

const tellOf = (identity: Identity, likely: ReadonlyMap<string, readonly Weighed[]>): void => {
  const keys = [identity.key, ...identity.cited]
  const lists = keys.map((key) => likely.get(key) ?? [])
  if (lists.some(({ length }) => length === 0)) return
  const strengths = new Map<Weighed, number>()
  const chosen: Weighed[] = []
  const tryAll = (at: number): void => {
    if (at === keys.length) {
      const [first, ...others] = chosen
      if (first === undefined || typeof first.value !== 'number') return
      const places = new Set(chosen.map(({ sheet, cell }) => `${cell} ${sheet}`))
      if (places.size < chosen.length) return
      const known = (key: string): number | undefined => {
        const value = others[identity.cited.indexOf(key)]?.value
        return typeof value === 'number' && value !== 0 ? value : undefined
      }
      if (!holds(identity, first.value, known)) return
      for (const candidate of chosen) {
        const strength = chosen.reduce((product, other) => (other === candidate ? product : product * other.chance), 1)
        strengths.set(candidate, Math.max(strengths.get(candidate) ?? 0, strength))
      }
      return
    }
    for (const weighed of lists[at] ?? []) {
      chosen.push(weighed)
      tryAll(at + 1)
      chosen.pop()
    }
  }
  tryAll(0)
  for (const [one, strength] of strengths) tell(one, strength)
}

/**
 * Adds evidence for likely candidates of other metrics on the same sheet, in the same column, or of the same period.
 */
const tellOfCompany = (groups: Groups): void => {
  const weighed = weighAll(groups)
  const mass = new Map<string, number>()
  const own = new Map<MetricKind, Map<string, number>>()
  for (const [kind, group] of weighed) {
    const ofKind = new Map<string, number>()
    for (const candidate of group) {
      for (const place of placesOf(candidate)) {
        mass.set(place, (mass.get(place) ?? 0) + candidate.chance)
        ofKind.set(place, (ofKind.get(place) ?? 0) + candidate.chance)
      }
    }
    own.set(kind, ofKind)
  }
  for (const [kind, group] of groups) {
    const others = (place: string): number => Math.max(0, (mass.get(place) ?? 0) - (own.get(kind)?.get(place) ?? 0))
    const known = group.map((candidate) => placesOf(candidate).map((place) => Math.log1p(others(place))))
    company.forEach((name, n) => {
      group.forEach(({ evidence }, at) => {
        evidence.set(name, Math.min(known[at]?.[n] ?? 0, enoughCompany))
      })
    })
  }
}

/** Evidence from neighbors beyond this adds nothing. */
const enoughCompany = Math.log1p(4)
const company = ['same_sheet', 'same_column', 'same_row', 'same_period'] as const

const placesOf = ({ sheet, row, column, period }: Candidate): string[] => [
  sheet,
  `c${column} ${sheet}`,
  `r${row} ${sheet}`,
  ...(period === null ? [] : [`p${/(?:19|20)\d{2}/.exec(period.label)?.[0] ?? period.label}`]),
]

/** Adds evidence that can only be seen with all candidates at once. */
export const tellTogether = (groups: Groups): void => {
  tellOfIdentities(groups)
  tellOfCompany(groups)
}
