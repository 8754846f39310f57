import { createBudget, type SharedBudget } from './budget.ts'
import { contextOf } from './context.ts'
import { type Anchor, createFinder, type Found, maxQuickSteps, maxSteps } from './find-anchor.ts'

export { maxQuickSteps } from './find-anchor.ts'

/** The passage of a comment as it is stored. */
export interface StoredAnchor {
  id: string
  quote: string
  prefix: string | null
  suffix: string | null
  position: number | null
  status: 'anchored' | 'moved' | 'orphaned'
}

/** What a passage is surrounded by when it is given a comment; absent or null: not said. */
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

/** Where it was found, with what stands around it now. A passage that is gone keeps what is known of it, and may come back. */
const placed = (text: string, { prefix, suffix, position }: Omit<Anchor, 'quote'>, found: Found): PlacedAnchor =>
  found.status === 'orphaned'
    ? { status: found.status, position, prefix, suffix }
    : { status: found.status, position: found.start, ...contextOf(text, found.start, found.end) }

const isSame = (a: PlacedAnchor, b: PlacedAnchor): boolean =>
  a.status === b.status && a.position === b.position && a.prefix === b.prefix && a.suffix === b.suffix

export type AnchorChange = PlacedAnchor & { id: string }

/** A text that took the place of another, and the passages of its open comments. */
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

/** What one passage may cost, cheap ones first: one made to be slow costs the others nothing. */
const shares = [2_000, 100_000, 2_000_000]

/**
 * The passages whose place, state or surroundings a new text has changed. Those that cannot be found within the budget
 * are detached, like those that are gone.
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

/** The same plan if it takes no more than so many steps, else undefined. */
export const planWithin = (steps: number, { anchors, text, before }: Rewriting): AnchorChange[] | undefined => {
  const budget = createBudget(steps)
  const finder = createFinder(text, before, budget)
  const found = budget.within(steps, () => new Map(anchors.map((anchor) => [anchor, finder.find(anchor)])))
  return found && changesTo(text, anchors, (anchor) => found.get(anchor))
}

/** Where a passage stands in a text; the one that fits best, or the first, if there are several. */
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
