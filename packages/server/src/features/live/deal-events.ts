import type { Comment, DealEvent, Section } from '@deal-canvas/contract'
import { parseStoredObject } from '../../platform/bounded-json.ts'
import { gathered } from '../../platform/gathered.ts'
import { presentComment } from '../comments/present-comment.ts'
import type { CommentPath, Thread } from '../comments/thread.ts'
import { presentSection } from '../sections/present-section.ts'
import type { SectionPath, SectionRow } from '../sections/sections-named.ts'
import { type Attachment, eventData } from './event-data.ts'
import type { LiveStore, Stretch, StretchEntry } from './live.store.ts'

interface Deps {
  store: Pick<LiveStore, 'entries'>
  threadsNamed(paths: readonly CommentPath[]): Promise<Thread[]>
  sectionsNamed(paths: readonly SectionPath[]): Promise<SectionRow[]>
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
    const comments = new Map<string, Comment>()
    for (const thread of await threadsNamed(distinct(read.map(({ comment }) => comment))))
      comments.set(keyOf({ dealId: thread.dealId, commentId: thread.id }), presentComment(thread))
    const sections = new Map<string, Section>()
    for (const section of await sectionsNamed(distinct(read.map((one) => one.section))))
      sections.set(keyOf(section), presentSection(section))

    const toldLater = new Set<string>()
    const attach = (
      name: Attachment['name'],
      path: CommentPath | SectionPath | undefined,
      things: Map<string, Comment | Section>,
      place: number,
    ): Attachment[] => {
      if (path === undefined) return []
      const thing = things.get(keyOf(path)) ?? null
      const told = `${name} ${place} ${keyOf(path)}`
      if (toldLater.has(told) && JSON.stringify(thing).length > smallBytes) return []
      toldLater.add(told)
      return [{ name, thing, path: addressOf(path) }]
    }
    // From the last to the first: what was told with a later entry need not come with an earlier one.
    return read
      .toReversed()
      .map(({ entry: { place, dealId, seq, ts, kind, type, actorId }, facts, comment, section }) => {
        const attached = [
          ...attach('comment', comment, comments, place),
          ...attach('section', section, sections, place),
        ]
        const trail = { path: `${canvasOf(dealId)}/audit-trail`, seq }
        const { data, bytes } = facts === null ? { data: null, bytes: 0 } : eventData(facts, attached, trail)
        return { event: { seq, ts: ts.toISOString(), kind, type, actor_id: actorId, data }, bytes }
      })
      .toReversed()
  }

  const load = async (stretches: Stretch[]): Promise<DealEvent[][]> => {
    const perStretch = Math.max(1, Math.min(eventsPerStretch, Math.floor(maxEventsPerLoad / stretches.length)))
    const entries = await store.entries(stretches, perStretch)
    const events = await shown(entries.map(readEntry))
    return stretches.map((_, place) => withinBudget(events.filter((__, n) => entries[n]?.place === place)))
  }

  return {
    /** The next entries after a number, at most a hundred and half a MiB; what is asked at the same time is read together. */
    after: gathered(load, { most: 50 }),
  }
}
