import { createBudget, type SharedBudget } from './budget.ts'
import { contextOf } from './context.ts'
import { type Anchor, createFinder, type Found, maxQuickSteps, maxSteps } from './find-anchor.ts'

export { maxQuickSteps } from './find-anchor.ts'

/** A comment anchor as stored. */
export interface StoredAnchor {
  id: string
  quote: string
  prefix: string | null
  suffix: string | null
  position: number | null
  status: 'anchored' | 'moved' | 'orphaned'
}

/** The anchor of a new comment; a context that is absent or null is unknown. */
export interface WantedAnchor {
  anchorText: string
  prefix?: string | null | undefined
  suffix?: string | null | undefined
}

export interface PlacedAnchor {
  prefix: string | null
  suffix: string | null
  position: number | null
  status: Found['status']
}

/**
 * The new position and context of an anchor. An orphaned anchor keeps its last known ones, so that it can be found
 * again.
 */
const placed = (text: string, { prefix, suffix, position }: Omit<Anchor, 'quote'>, found: Found): PlacedAnchor =>
  found.status === 'orphaned'
    ? { status: found.status, position, prefix, suffix }
    : { status: found.status, position: found.start, ...contextOf(text, found.start, found.end) }

const isSame = (a: PlacedAnchor, b: PlacedAnchor): boolean =>
  a.status === b.status && a.position === b.position && a.prefix === b.prefix && a.suffix === b.suffix

export type AnchorChange = PlacedAnchor & { id: string }

/** A text that replaces another one, and the anchors of its open comments. */
export interface Rewriting {
  anchors: readonly StoredAnchor[]
  before: string
  text: string
}

const changesTo = (
  text: string,
  anchors: readonly StoredAnchor[],
  foundOf: (anchor: StoredAnchor) => Found | undefined,
): AnchorChange[] =>
  anchors.flatMap((anchor) => {
    const next = placed(text, anchor, foundOf(anchor) ?? { status: 'orphaned', start: 0, end: 0 })
    return isSame(next, anchor) ? [] : [{ id: anchor.id, ...next }]
  })

/**
 * Budget per passage, in rounds from cheap to expensive, so that a passage crafted to be slow does not starve the
 * others.
 */
const shares = [2_000, 100_000, 2_000_000]

/**
 * The anchors whose position, status or context changes with a new text. Those that cannot be found within the budget
 * are detached like deleted ones.
 */
export const planReanchoring = (
  anchors: readonly StoredAnchor[],
  text: string,
  before?: string,
  budget: SharedBudget = createBudget(maxSteps),
): AnchorChange[] => {
  const finder = createFinder(text, before, budget)
  const found = new Map<StoredAnchor, Found>()
  for (const share of shares) {
    for (const anchor of anchors) {
      const place = found.has(anchor) ? undefined : budget.within(share, () => finder.find(anchor))
      if (place !== undefined) found.set(anchor, place)
    }
  }
  return changesTo(text, anchors, (anchor) => found.get(anchor))
}

/** Same plan if it fits the given number of steps, otherwise undefined. */
export const planWithin = (steps: number, { anchors, text, before }: Rewriting): AnchorChange[] | undefined => {
  const budget = createBudget(steps)
  const finder = createFinder(text, before, budget)
  const found = budget.within(steps, () => new Map(anchors.map((anchor) => [anchor, finder.find(anchor)])))
  return found && changesTo(text, anchors, (anchor) => found.get(anchor))
}

/** Places a passage in a text: at the best match, or at the first of equal ones. */
export const placeAnchor = (content: string, { anchorText, prefix, suffix }: WantedAnchor): PlacedAnchor => {
  const wanted = { quote: anchorText, prefix: prefix ?? null, suffix: suffix ?? null, position: null }
  const budget = createBudget(maxQuickSteps)
  const finder = createFinder(content, undefined, budget)
  const found = budget.within(maxQuickSteps, (): Found => {
    const spot = finder.spot(wanted)
    return spot === undefined ? finder.find(wanted) : { status: 'anchored', ...spot }
  })
  return placed(content, wanted, found ?? { status: 'orphaned', start: 0, end: 0 })
}
