import { type DealEvent, maxEventDataBytes } from '@deal-canvas/contract'
import { batchLoader } from '../../platform/batch-loader.ts'
import { parseStoredObject } from '../../platform/bounded-json.ts'
import { presentComment } from '../comments/present-comment.ts'
import type { CommentPath } from '../comments/threads/thread.ts'
import type { NamedThreads } from '../comments/threads/threads-named.ts'
import { presentSection } from '../memo/sections/present-section.ts'
import type { NamedSections, SectionPath } from '../memo/sections/sections-named.ts'
import { type Attachment, eventData } from './event-data.ts'
import type { LiveStore, Stretch, StretchEntry } from './live.store.ts'

interface Deps {
  store: Pick<LiveStore, 'entries'>
  threadsNamed(paths: readonly CommentPath[], maxTextBytes: number): Promise<NamedThreads>
  sectionsNamed(paths: readonly SectionPath[], maxTextBytes: number): Promise<NamedSections>
}

type Facts = Record<string, unknown>

/** An entry, and what it is about; types of outside pipelines (`ext.`) are about nothing that we know. */
interface Read {
  entry: StretchEntry
  facts: Facts | null
  comment: CommentPath | undefined
  section: SectionPath | undefined
}

const eventsPerStretch = 100

/** Of all stretches that are read together: each event may bring a large text along. */
const maxEventsPerLoad = 500

/** Who catches up is told so much at a time; the rest is read when that was taken. */
const maxBytesPerStretch = 512 * 1024

interface Shown {
  event: DealEvent
  bytes: number
}

/** The first events of a stretch that fit; one at least, so that there is always a step forward. */
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

/** Larger things are told once in a stretch, with the last entry about them: a hundred edits of a long text are one text. */
const smallBytes = 4_096

const keyOf = (path: CommentPath | SectionPath): string =>
  JSON.stringify([path.dealId, 'commentId' in path ? path.commentId : path.sectionKey])

/** A comment or section, spelt once to know how much it takes. */
type Measured = Pick<Attachment, 'thing' | 'bytes'>

const gone: Measured = { thing: null, bytes: 'null'.length }

/** Spelt between two turns of the event loop: a few milliseconds. */
const charactersPerTurn = 256 * 1024
const stepsPerTurn = 50

/** Lets others have their turn after every stretch of work. */
const createTurns = () => {
  let [characters, steps] = [0, 0]
  return {
    after: async (spelt: number): Promise<void> => {
      characters += spelt
      steps++
      if (characters < charactersPerTurn && steps < stepsPerTurn) return
      characters = 0
      steps = 0
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** What was not read, because it is too large, has its version alone. */
const measured = async <Row>(
  { found, large }: { found: Row[]; large: ((CommentPath | SectionPath) & { version: number })[] },
  present: (row: Row) => { path: CommentPath | SectionPath; thing: { version: number } },
  turns: ReturnType<typeof createTurns>,
): Promise<Map<string, Measured>> => {
  const all = new Map<string, Measured>()
  for (const { version, ...path } of large)
    all.set(keyOf(path), { thing: { version }, bytes: Number.POSITIVE_INFINITY })
  for (const row of found) {
    const { path, thing } = present(row)
    const text = JSON.stringify(thing)
    all.set(keyOf(path), { thing, bytes: Buffer.byteLength(text) })
    await turns.after(text.length)
  }
  return all
}

const readEntry = (entry: StretchEntry): Read => {
  const facts = entry.data === null ? null : parseStoredObject(entry.data)
  const { dealId, type } = entry
  const { comment_id: commentId, section_key: sectionKey } = facts ?? {}
  const isComment = /^(comment|reply|suggestion)\./.test(type) && typeof commentId === 'string'
  const isSection = (type.startsWith('section.') || type === 'suggestion.accepted') && typeof sectionKey === 'string'
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

/** Entries of journals as people see them happen: with the comment or section as it is now. */
export const createDealEvents = ({ store, threadsNamed, sectionsNamed }: Deps) => {
  const shown = async (read: readonly Read[]): Promise<Shown[]> => {
    const turns = createTurns()
    const comments = await measured(
      await threadsNamed(distinct(read.map(({ comment }) => comment)), maxEventDataBytes),
      (thread) => ({ path: { dealId: thread.dealId, commentId: thread.id }, thing: presentComment(thread) }),
      turns,
    )
    const sections = await measured(
      await sectionsNamed(distinct(read.map(({ section }) => section)), maxEventDataBytes),
      (section) => ({ path: section, thing: presentSection(section) }),
      turns,
    )

    const toldLater = new Set<string>()
    const attach = (
      name: Attachment['name'],
      path: CommentPath | SectionPath | undefined,
      things: Map<string, Measured>,
      place: number,
    ): Attachment[] => {
      if (path === undefined) return []
      const { thing, bytes } = things.get(keyOf(path)) ?? gone
      const told = `${name} ${place} ${keyOf(path)}`
      if (toldLater.has(told) && bytes > smallBytes) return []
      toldLater.add(told)
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
    // From the last to the first: what was told with a later entry need not come with an earlier one.
    for (const one of read.toReversed()) {
      await turns.after(one.entry.data?.length ?? 0)
      all.push(present(one))
    }
    return all.toReversed()
  }

  const load = async (stretches: Stretch[]): Promise<DealEvent[][]> => {
    const perStretch = Math.max(1, Math.min(eventsPerStretch, Math.floor(maxEventsPerLoad / stretches.length)))
    const entries = await store.entries(stretches, perStretch)
    const turns = createTurns()
    const read: Read[] = []
    for (const entry of entries) {
      await turns.after(entry.data?.length ?? 0)
      read.push(readEntry(entry))
    }
    const events = await shown(read)
    return stretches.map((_, place) => withinBudget(events.filter((__, n) => entries[n]?.place === place)))
  }

  return {
    /** The next entries after a number, at most a hundred and half a MiB; what is asked at the same time is read together. */
    after: batchLoader(load, { maxBatch: 50 }),
  }
}
