import { decisions } from '@deal-canvas/contract'
import { parseStoredObject } from '../../platform/bounded-json.ts'

/** An entry of the journal, with the name of who did it. */
export interface Entry {
  seq: number
  at: Date
  type: string
  actorId: string | null
  actorName: string | null
  /** Canonical JSON; null: erased. */
  data: string | null
}

export interface Act {
  by: string | null
  at: Date
}

export interface SectionActs {
  sectionKey: string
  change: 'created' | 'updated'
  /** The version that the first of them wrote, and when. */
  version: number
  at: Date
  by: string[]
}

export interface Decided extends Act {
  seq: number
  type: 'finalized' | 'reopened'
  decision: (typeof decisions)[number] | null
}

/** What others did, by what they did it to; the last act counts where one takes the place of another. */
export interface Happened {
  sections: SectionActs[]
  created: Map<string, Act>
  resolved: Map<string, Act>
  reopened: Map<string, Act>
  replies: (Act & { commentId: string; replyId: string })[]
  ratedSections: Set<string>
  /** All ratings of the time, my own too: without them it is as it was before. */
  ratingIds: string[]
  decisions: Decided[]
}

const settling = {
  'comment.resolved': 'resolved',
  'suggestion.accepted': 'resolved',
  'suggestion.rejected': 'resolved',
  'comment.reopened': 'reopened',
} as const

/** Whatever else happens is only counted. */
export const toldTypes = [
  'section.created',
  'section.updated',
  'comment.created',
  'comment.replied',
  ...Object.keys(settling),
  'feedback.given',
  'deal.finalized',
  'deal.reopened',
]

const isSettling = (type: string): type is keyof typeof settling => Object.hasOwn(settling, type)

/** Reads entries in their order. My own acts are no news to me, but they can undo what was one. */
export const whatHappened = (entries: readonly Entry[], me: string): Happened => {
  const sections = new Map<string, SectionActs>()
  const happened: Omit<Happened, 'sections'> = {
    created: new Map(),
    resolved: new Map(),
    reopened: new Map(),
    replies: [],
    ratedSections: new Set(),
    ratingIds: [],
    decisions: [],
  }

  const wrote = (key: string, version: number, { type, at, actorName }: Entry) => {
    const acts = sections.get(key)
    if (acts === undefined) {
      const change = type === 'section.created' ? 'created' : 'updated'
      sections.set(key, { sectionKey: key, change, version, at, by: actorName === null ? [] : [actorName] })
    } else if (actorName !== null && !acts.by.includes(actorName)) acts.by.push(actorName)
  }

  for (const entry of entries) {
    const { seq, type, at, actorName: by } = entry
    const mine = entry.actorId === me
    const data: Record<string, unknown> = entry.data === null ? {} : parseStoredObject(entry.data)
    const { section_key: key, comment_id: commentId, reply_id: replyId, version, feedback_id: ratingId } = data

    if (type === 'feedback.given') {
      if (typeof ratingId === 'string') happened.ratingIds.push(ratingId)
      if (!mine && typeof key === 'string') happened.ratedSections.add(key)
    } else if (isSettling(type) && typeof commentId === 'string') {
      happened.resolved.delete(commentId)
      happened.reopened.delete(commentId)
      if (!mine) happened[settling[type]].set(commentId, { by, at })
    } else if (mine) continue
    else if (type.startsWith('section.') && typeof key === 'string' && typeof version === 'number') {
      wrote(key, version, entry)
    } else if (type === 'comment.created' && typeof commentId === 'string') happened.created.set(commentId, { by, at })
    else if (type === 'comment.replied' && typeof commentId === 'string' && typeof replyId === 'string') {
      happened.replies.push({ commentId, replyId, by, at })
    } else if (type === 'deal.finalized') {
      const decision = decisions.find((one) => one === data['decision']) ?? null
      happened.decisions.push({ seq, type: 'finalized', decision, by, at })
    } else if (type === 'deal.reopened') {
      happened.decisions.push({ seq, type: 'reopened', decision: null, by, at })
    }
  }
  return { sections: [...sections.values()], ...happened }
}
