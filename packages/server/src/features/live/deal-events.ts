import type { Comment, DealEvent, Section } from '@deal-canvas/contract'
import { parseStoredObject } from '../../platform/bounded-json.ts'
import { gathered } from '../../platform/gathered.ts'
import { presentComment } from '../comments/present-comment.ts'
import type { CommentPath, Thread } from '../comments/thread.ts'
import { presentSection } from '../sections/present-section.ts'
import type { SectionPath, SectionRow } from '../sections/sections-named.ts'
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

export const eventsPerStretch = 100

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
  const shown = async (read: readonly Read[]): Promise<DealEvent[]> => {
    const comments = new Map<string, Comment>()
    for (const thread of await threadsNamed(distinct(read.map(({ comment }) => comment))))
      comments.set(keyOf({ dealId: thread.dealId, commentId: thread.id }), presentComment(thread))
    const sections = new Map<string, Section>()
    for (const section of await sectionsNamed(distinct(read.map((one) => one.section))))
      sections.set(keyOf(section), presentSection(section))

    const toldLater = new Set<string>()
    const attach = <Thing>(
      name: string,
      path: CommentPath | SectionPath | undefined,
      things: Map<string, Thing>,
      place: number,
    ): Record<string, Thing | null> => {
      if (path === undefined) return {}
      const thing = things.get(keyOf(path)) ?? null
      const told = `${name} ${place} ${keyOf(path)}`
      if (toldLater.has(told) && JSON.stringify(thing).length > smallBytes) return {}
      toldLater.add(told)
      return { [name]: thing }
    }
    // From the last to the first: what was told with a later entry need not come with an earlier one.
    return read
      .toReversed()
      .map(({ entry: { place, seq, ts, kind, type, actorId }, facts, comment, section }) => ({
        seq,
        ts: ts.toISOString(),
        kind,
        type,
        actor_id: actorId,
        data: facts && {
          ...facts,
          ...attach('comment', comment, comments, place),
          ...attach('section', section, sections, place),
        },
      }))
      .toReversed()
  }

  const load = async (stretches: Stretch[]): Promise<DealEvent[][]> => {
    const entries = await store.entries(stretches, eventsPerStretch)
    const events = await shown(entries.map(readEntry))
    return stretches.map((_, place) => events.filter((__, n) => entries[n]?.place === place))
  }

  return {
    /** The next entries after a number, at most a hundred; what is asked at the same time is read together. */
    after: gathered(load, { most: 50 }),
  }
}
