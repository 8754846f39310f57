import { auditEvents, type DealEvent, isAuditEventType, maxEventDataBytes } from '@deal-canvas/contract'
import { batchLoader } from '../../platform/batch-loader.ts'
import { parseStoredObject } from '../../platform/bounded-json.ts'
import { isId } from '../../platform/ids.ts'
import { peopleIn, withOwnPeople } from '../audit-trail/index.ts'
import type { CommentPath, NamedThreads } from '../comments/index.ts'
import { presentComment } from '../comments/index.ts'
import type { NamedSections, SectionPath } from '../memo/index.ts'
import { presentSection } from '../memo/index.ts'
import { type Attachment, eventData } from './event-data.ts'
import type { LiveStore, Stretch, StretchEntry } from './live.store.ts'

interface Deps {
  store: Pick<LiveStore, 'entries' | 'importedPeople'>
  threadsNamed(paths: readonly CommentPath[], maxTextBytes: number): Promise<NamedThreads>
  sectionsNamed(paths: readonly SectionPath[], maxTextBytes: number): Promise<NamedSections>
}

type Facts = Record<string, unknown>

/** An entry with the comment or section it refers to. Entries of external pipelines refer to neither. */
interface Read {
  entry: StretchEntry
  facts: Facts | null
  comment: CommentPath | undefined
  section: SectionPath | undefined
}

const eventsPerStretch = 100

/** Across all stretches read in one batch, because each event can carry a large text. */
const maxEventsPerLoad = 500

/** Maximum bytes sent at a time during catch-up; the rest is read once the client has received them. */
const maxBytesPerStretch = 512 * 1024

interface Shown {
  event: DealEvent
  bytes: number
}

/** The first events of a stretch that fit the budget; at least one, so that reading always advances. */
const withinBudget = (shown: readonly Shown[]): DealEvent[] => {
  let left = maxBytesPerStretch
  const end = shown.findIndex(({ bytes }, n) => {
    left -= bytes
    return n > 0 && left < 0
  })
  return (end === -1 ? shown : shown.slice(0, end)).map(({ event }) => event)
}

const canvasOf = (dealId: string): string => `/api/canvas/${encodeURIComponent(dealId)}`

const addressOf = (path: CommentPath | SectionPath): string =>
  'commentId' in path
    ? `${canvasOf(path.dealId)}/comments/${encodeURIComponent(path.commentId)}`
    : `${canvasOf(path.dealId)}/sections/${encodeURIComponent(path.sectionKey)}`

/**
 * Larger things are sent once per stretch, with the last entry about them, so that a hundred edits of a long text send
 * the text once.
 */
const smallBytes = 4_096

const keyOf = (path: CommentPath | SectionPath): string =>
  JSON.stringify([path.dealId, 'commentId' in path ? path.commentId : path.sectionKey])

/** A comment or section with the size of its JSON, serialized once to measure it. */
type Measured = Pick<Attachment, 'thing' | 'bytes'>

const gone: Measured = { thing: null, bytes: 'null'.length }

/** Limits of work between two turns of the event loop: a few milliseconds. */
const charactersPerTick = 256 * 1024
const stepsPerTick = 50

/** Yields to the event loop whenever the limits above are reached. */
const createYielder = () => {
  let [characters, steps] = [0, 0]
  return {
    after: async (spelt: number): Promise<void> => {
      characters += spelt
      steps++
      if (characters < charactersPerTick && steps < stepsPerTick) return
      characters = 0
      steps = 0
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Things that were not read because they are too large carry only their version. */
const measured = async <Row>(
  { found, large }: { found: Row[]; large: ((CommentPath | SectionPath) & { version: number })[] },
  present: (row: Row) => { path: CommentPath | SectionPath; thing: { version: number } },
  yielder: ReturnType<typeof createYielder>,
): Promise<Map<string, Measured>> => {
  const all = new Map<string, Measured>()
  for (const { version, ...path } of large)
    all.set(keyOf(path), { thing: { version }, bytes: Number.POSITIVE_INFINITY })
  for (const row of found) {
    const { path, thing } = present(row)
    const text = JSON.stringify(thing)
    all.set(keyOf(path), { thing, bytes: Buffer.byteLength(text) })
    await yielder.after(text.length)
  }
  return all
}

const readEntry = (entry: StretchEntry): Read => {
  const facts = entry.data === null ? null : parseStoredObject(entry.data)
  const { dealId, type } = entry
  const { comment_id: commentId, section_key: sectionKey } = facts ?? {}
  const carried = isAuditEventType(type) ? auditEvents[type].carries : []
  const isComment = carried.includes('comment') && typeof commentId === 'string'
  const isSection = carried.includes('section') && typeof sectionKey === 'string'
  return {
    entry,
    facts,
    comment: isComment ? { dealId, commentId } : undefined,
    section: isSection ? { dealId, sectionKey } : undefined,
  }
}

const distinct = <Path extends CommentPath | SectionPath>(paths: (Path | undefined)[]): Path[] => [
  ...new Map(paths.flatMap((path) => (path === undefined ? [] : [[keyOf(path), path] as const]))).values(),
]

export type DealEvents = ReturnType<typeof createDealEvents>

/** Turns entries of the audit trail into events, each with the current state of its comment or section. */
export const createDealEvents = ({ store, threadsNamed, sectionsNamed }: Deps) => {
  const shown = async (read: readonly Read[]): Promise<Shown[]> => {
    const yielder = createYielder()
    const comments = await measured(
      await threadsNamed(distinct(read.map(({ comment }) => comment)), maxEventDataBytes),
      (thread) => ({ path: { dealId: thread.dealId, commentId: thread.id }, thing: presentComment(thread) }),
      yielder,
    )
    const sections = await measured(
      await sectionsNamed(distinct(read.map(({ section }) => section)), maxEventDataBytes),
      (section) => ({ path: section, thing: presentSection(section) }),
      yielder,
    )

    const attachedLater = new Set<string>()
    const attach = (
      name: Attachment['name'],
      path: CommentPath | SectionPath | undefined,
      things: Map<string, Measured>,
      place: number,
    ): Attachment[] => {
      if (path === undefined) return []
      const { thing, bytes } = things.get(keyOf(path)) ?? gone
      const key = `${name} ${place} ${keyOf(path)}`
      if (attachedLater.has(key) && bytes > smallBytes) return []
      attachedLater.add(key)
      return [{ name, thing, bytes, path: addressOf(path) }]
    }
    const present = ({ entry, facts, comment, section }: Read): Shown => {
      const { place, dealId, seq, ts, kind, type, actorId } = entry
      const attached = [...attach('comment', comment, comments, place), ...attach('section', section, sections, place)]
      const trail = { path: `${canvasOf(dealId)}/audit-trail`, seq }
      const { data, bytes } = facts === null ? { data: null, bytes: 0 } : eventData(facts, attached, trail)
      return { event: { seq, ts: ts.toISOString(), kind, type, actor_id: actorId, data }, bytes }
    }
    const all: Shown[] = []
    // From last to first, because a thing sent with a later entry is not repeated with an earlier one.
    for (const item of read.toReversed()) {
      await yielder.after(item.entry.data?.length ?? 0)
      all.push(present(item))
    }
    return all.toReversed()
  }

  /** People in events of another installation get the ids that their names have here. */
  const withNames = async (read: readonly Read[]): Promise<readonly Read[]> => {
    const foreign = read.flatMap(({ entry: { dealId, isImported }, facts }) =>
      isImported && facts !== null ? [...peopleIn(facts)].map((foreignId) => ({ dealId, foreignId })) : [],
    )
    if (foreign.length === 0) return read
    const people = new Map<string, Map<string, string>>()
    // What external pipelines write as the id of a person need not be one.
    for (const { dealId, foreignId, userId } of await store.importedPeople(
      foreign.filter(({ foreignId }) => isId(foreignId)),
    )) {
      const ofDeal = people.get(dealId) ?? new Map<string, string>()
      people.set(dealId, ofDeal.set(foreignId, userId))
    }
    return read.map((item) => {
      const { entry, facts } = item
      if (!entry.isImported || facts === null) return item
      return { ...item, facts: withOwnPeople(facts, people.get(entry.dealId) ?? new Map()) }
    })
  }

  const load = async (stretches: Stretch[]): Promise<DealEvent[][]> => {
    const perStretch = Math.max(1, Math.min(eventsPerStretch, Math.floor(maxEventsPerLoad / stretches.length)))
    const entries = await store.entries(stretches, perStretch)
    const yielder = createYielder()
    const read: Read[] = []
    for (const entry of entries) {
      await yielder.after(entry.data?.length ?? 0)
      read.push(readEntry(entry))
    }
    const events = await shown(await withNames(read))
    return stretches.map((_, place) => withinBudget(events.filter((__, n) => entries[n]?.place === place)))
  }

  return {
    /** The next events after a sequence number: at most 100 and 512 KiB. Concurrent calls are read in one query. */
    after: batchLoader(load, { maxBatch: 50 }),
  }
}
