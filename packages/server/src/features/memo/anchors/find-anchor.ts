import { align } from './align.ts'
import { createBudget, type SharedBudget } from './budget.ts'
import { type Fit, readContext } from './context.ts'
import { exactPlaces, type Quote, surroundedPlaces } from './exact-places.ts'
import { type IndexedText, indexText } from './indexed-text.ts'
import { allowedChanges, nearPlaces } from './near-places.ts'
import { anywhere, type Claim, createTerritories, type Range, type Territory } from './territory.ts'
import { countBelow, createVocabulary, readWords } from './words.ts'

/** A commented passage as it was when last found. */
export interface Anchor {
  quote: string
  /** Text before and after it. Null if unknown; empty if the passage was at the start or end of the text. */
  prefix: string | null
  suffix: string | null
  position: number | null
  /** Result of the last search; absent means `anchored`. */
  status?: 'anchored' | 'moved' | 'orphaned'
}

/** `anchored`: found word for word. `moved`: found with some words changed. `orphaned`: not found. */
export interface Found {
  status: 'anchored' | 'moved' | 'orphaned'
  start: number
  end: number
}

interface Candidate extends Range {
  claim: Claim
  fit: Fit
}

/** A quote of this length is unlikely to occur twice by chance, so it can be found without its context. */
const tellingWords = 4
const tellingLength = 16
/** How well one side of the context must match, or both sides if the text had identical passages elsewhere. */
const fitting = 0.5
const undisturbed = 0.85

/** Budget for one text: more than any memo needs. */
export const maxSteps = 60_000_000
/** Budget for work on the event loop: a few milliseconds. */
export const maxQuickSteps = 1_500_000

const better = ({ before, after }: Fit): number => Math.max(before, after)
const worse = ({ before, after }: Fit): number => Math.min(before, after)
const both = ({ before, after }: Fit): number => (before + after) / 2

/**
 * Finds passages in a text: word for word if unchanged, by their words and context if edited. If the previous version
 * is given, a passage that was elsewhere in it is never mistaken for a deleted one.
 */
export const createFinder = (text: string, before?: string, budget: SharedBudget = createBudget(maxSteps)) => {
  const vocabulary = createVocabulary()
  const shared = { spend: budget.spendShared }
  const now = once(() => indexText(text, vocabulary, shared))
  const then = once(() => indexText(before ?? '', vocabulary, shared))
  const territories = once(() => createTerritories(before ?? '', text, vocabulary, budget))

  /** Where the passage was in the previous version. */
  const stoodAt = ({ quote, position, status = 'anchored' }: Anchor, words: () => Quote): Range | undefined => {
    if (before === undefined || position === null || status === 'orphaned') return undefined
    budget.spend(1 + (quote.length >>> 4))
    if (before.startsWith(quote, position)) return { start: position, end: position + quote.length }
    const { ids } = words().words
    const allowed = allowedChanges(ids.length)
    const first = countBelow(then().words.starts, position)
    const found = align(ids, then().words.ids, { first, slack: allowed * 2, allowed }, budget)
    return found === undefined ? undefined : rangeOf(found, then())
  }

  /** Prepares the search for one passage. */
  const search = (anchor: Anchor) => {
    const quote = once((): Quote => ({ text: anchor.quote, words: readWords(anchor.quote, vocabulary, budget) }))
    const context = once(() => readContext(anchor, now(), vocabulary, budget))
    const old = stoodAt(anchor, quote)
    const territory = once((): Territory => {
      if (before === undefined) return anywhere(anchor.position ?? 0, text.length)
      return old === undefined ? territories().ofLost(anchor.position ?? 0) : territories().of(old)
    })
    const judged = (place: Range, isWordForWord: boolean): Candidate[] => {
      const claim = territory().claimOf(place, isWordForWord)
      return claim === 'other' ? [] : [{ ...place, claim, fit: context().fitAt(place.start, place.end) }]
    }

    const wordForWord = (): Candidate[] => {
      const { near } = territory()
      const rank = ({ claim, fit }: Candidate) => both(fit) + (claim === 'own' ? 1 : 0)
      const isPlaceless = before === undefined && anchor.position === null
      return (
        isPlaceless ? surroundedPlaces(quote(), anchor, now(), budget) : exactPlaces(quote(), now(), near, budget)
      )
        .filter((start) => hasSameEdges(anchor, text, start))
        .flatMap((start) => judged({ start, end: start + anchor.quote.length }, true))
        .sort((a, b) => rank(b) - rank(a) || Math.abs(a.start - near) - Math.abs(b.start - near))
    }

    const isTelling = () => quote().words.ids.length >= tellingWords && anchor.quote.length >= tellingLength

    /** Whether no other exact occurrence exists: in the previous version if it is known, otherwise in this text. */
    const isAlone = (candidates: readonly Candidate[]): boolean =>
      before === undefined
        ? candidates.length === 1
        : exactPlaces(quote(), then(), anchor.position ?? 0, budget).every((start) => start === old?.start)

    const isSure = (best: Candidate, candidates: readonly Candidate[]): boolean => {
      const fits = best.fit.touches && better(best.fit) >= fitting
      if (isAlone(candidates)) return isTelling() || fits
      return best.claim === 'own' || before === undefined ? fits : worse(best.fit) >= undisturbed
    }

    /** Whether the previous version already contained this text elsewhere. */
    const stoodElsewhere = ({ start, end }: Range): boolean => {
      if (before === undefined) return false
      const passage = text.slice(start, end)
      const places = exactPlaces(
        { text: passage, words: readWords(passage, vocabulary, budget) },
        then(),
        old?.start ?? 0,
        budget,
      )
      return places.some((at) => old === undefined || at + passage.length <= old.start || at >= old.end)
    }

    const isEdited = ({ start, end, claim, fit }: Candidate): boolean => {
      // Exact matches were checked before.
      if (text.slice(start, end) === anchor.quote) return false
      const isOwn = claim === 'own' && isTelling()
      const fits = better(fit) >= fitting && (isTelling() || fit.surrounds)
      if (!isOwn && !(fits && (before !== undefined || worse(fit) >= fitting / 2))) return false
      return (claim === 'own' && fit.surrounds) || !stoodElsewhere({ start, end })
    }

    const reworded = (): Range | undefined => {
      const { ids } = quote().words
      const rank = ({ fit, changes }: Candidate & { changes: number }) => both(fit) - changes / ids.length
      const near = countBelow(now().words.starts, territory().near)
      let best: (Candidate & { changes: number }) | undefined
      for (const { changes, ...found } of nearPlaces(ids, now(), near, budget)) {
        const candidates = judged(rangeOf(found, now()), false).filter(isEdited)
        for (const candidate of candidates.map((place) => ({ ...place, changes }))) {
          if (best === undefined || rank(candidate) > rank(best)) best = candidate
        }
        if (best?.claim === 'own') break
      }
      return best
    }

    return { territory, wordForWord, isSure, reworded }
  }

  return {
    find: (anchor: Anchor): Found => {
      const lost = Math.min(anchor.position ?? 0, text.length)
      const orphaned: Found = { status: 'orphaned', start: lost, end: lost }
      if (anchor.quote === '' || (before === text && anchor.status === 'orphaned')) return orphaned
      const { territory, wordForWord, isSure, reworded } = search(anchor)
      const { kept } = territory()
      if (kept !== undefined)
        return { status: text.startsWith(anchor.quote, kept.start) ? 'anchored' : 'moved', ...kept }
      const candidates = wordForWord()
      const [best] = candidates
      if (best !== undefined && isSure(best, candidates))
        return { status: 'anchored', start: best.start, end: best.end }
      const edited = reworded()
      return edited === undefined ? orphaned : { status: 'moved', start: edited.start, end: edited.end }
    },

    /** Best exact match of a quote for a new comment; undefined if there is none. */
    spot: (anchor: Anchor): Range | undefined => (anchor.quote === '' ? undefined : search(anchor).wordForWord()[0]),
  }
}

/** Finds one passage. A passage that cannot be found within the quick budget is reported as orphaned. */
export const findAnchor = (anchor: Anchor, text: string, before?: string): Found => {
  const budget = createBudget(maxQuickSteps)
  const finder = createFinder(text, before, budget)
  return budget.within(maxQuickSteps, () => finder.find(anchor)) ?? { status: 'orphaned', start: 0, end: 0 }
}

const rangeOf = ({ from, to }: { from: number; to: number }, { words }: IndexedText): Range => ({
  start: words.starts[from] ?? 0,
  end: words.ends[to - 1] ?? 0,
})

const letter = /^[\p{L}\p{N}]$/u

/** Prevents a quote that was a whole word from being found inside a longer word. */
const hasSameEdges = ({ quote, prefix, suffix }: Anchor, text: string, start: number): boolean => {
  const end = start + quote.length
  const joins = (a: string | undefined, b: string | undefined) => letter.test(a ?? '') && letter.test(b ?? '')
  return (
    (prefix === null || joins(prefix.at(-1), quote[0]) === joins(text[start - 1], quote[0])) &&
    (suffix === null || joins(quote.at(-1), suffix[0]) === joins(quote.at(-1), text[end]))
  )
}

const once = <Value>(make: () => Value): (() => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
