import { contextOf } from './context.ts'
import { type Anchor, createFinder, type Found } from './find-anchor.ts'

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

const isSame = (one: PlacedAnchor, other: PlacedAnchor): boolean =>
  one.status === other.status &&
  one.position === other.position &&
  one.prefix === other.prefix &&
  one.suffix === other.suffix

/** The passages whose place, state or surroundings a new text has changed. */
export const planReanchoring = (
  anchors: readonly StoredAnchor[],
  text: string,
  before?: string,
): (PlacedAnchor & { id: string })[] => {
  const finder = createFinder(text, before)
  return anchors.flatMap((anchor) => {
    const next = placed(text, anchor, finder.find(anchor))
    return isSame(next, anchor) ? [] : [{ id: anchor.id, ...next }]
  })
}

/** Where a passage stands in a text; the one that fits best, or the first, if there are several. */
export const placeAnchor = (content: string, { anchorText, prefix, suffix }: WantedAnchor): PlacedAnchor => {
  const wanted = { quote: anchorText, prefix: prefix ?? null, suffix: suffix ?? null, position: null }
  const finder = createFinder(content)
  const spot = finder.spot(wanted)
  return placed(content, wanted, spot === undefined ? finder.find(wanted) : { status: 'anchored', ...spot })
}
