import {
  type AuditEventType,
  baseScenarioId,
  decisions,
  isAuditEventType,
  scenarioNews,
  type sectionChanges,
} from '@deal-canvas/contract'
import { parseStoredObject } from '../../platform/bounded-json.ts'

/** An event of the audit trail, with the name of its actor. */
export interface Entry {
  seq: number
  at: Date
  type: string
  actorId: string | null
  actorName: string | null
  /** Canonical JSON; null if erased. */
  data: string | null
}

export interface Act {
  by: string | null
  at: Date
}

export interface SectionActs {
  sectionKey: string
  change: SectionChange
  /** The first version that another user wrote, and when. */
  version: number
  at: Date
  by: string[]
}

export interface Decided extends Act {
  seq: number
  type: 'finalized' | 'reopened'
  decision: (typeof decisions)[number] | null
}

/** Actions of others, grouped by their target. A later action replaces the one it undoes. */
export interface Happened {
  sections: SectionActs[]
  created: Map<string, Act>
  resolved: Map<string, Act>
  reopened: Map<string, Act>
  replies: (Act & { commentId: string; replyId: string })[]
  ratedSections: Set<string>
  /** All ratings in the range, including the user's own; subtracting them gives the earlier means. */
  ratingIds: string[]
  decisions: Decided[]
  /** By id; `base` is the workbook without overrides. */
  scenarios: Map<string, Act & { change: ScenarioChange }>
  contradictions: { found: number; settled: number }
}

const settling = {
  'comment.resolved': 'resolved',
  'suggestion.accepted': 'resolved',
  'suggestion.rejected': 'resolved',
  'comment.reopened': 'reopened',
} as const satisfies Partial<Record<AuditEventType, 'resolved' | 'reopened'>>

const isSettling = (type: string): type is keyof typeof settling => Object.hasOwn(settling, type)

type ScenarioChange = (typeof scenarioNews)[number]

/** What each event did with a scenario; undefined for events about something else. */
const scenarioChangeOf = (type: AuditEventType): ScenarioChange | undefined =>
  scenarioNews.find((change) => type === `scenario.${change}`)

type SectionChange = (typeof sectionChanges)[number]

const sectionActs = {
  'section.created': 'created',
  'section.updated': 'updated',
  'section.renamed': 'updated',
  'section.removed': 'removed',
  'section.restored': 'restored',
} as const satisfies Partial<Record<AuditEventType, SectionChange>>

const isSectionAct = (type: string): type is keyof typeof sectionActs => Object.hasOwn(sectionActs, type)

/** A new section stays new while it is written; a removal hides what was written before, and a new text the return. */
const changeAfter = (before: SectionChange, next: SectionChange): SectionChange => {
  if (next === 'removed') return next
  if (before === 'created') return before
  return next === 'restored' && before === 'updated' ? before : next
}

/** Events that are described; all others are only counted. */
export const describedTypes: readonly AuditEventType[] = [
  ...Object.keys(sectionActs).filter(isSectionAct),
  'comment.created',
  'comment.replied',
  ...Object.keys(settling).filter(isSettling),
  'feedback.given',
  'deal.finalized',
  'deal.reopened',
  ...scenarioNews.map((change) => `scenario.${change}` as const),
  'contradiction.updated',
  'contradiction.settled',
]

/** Processes events in order. The user's own actions are not reported, but they can undo a reported one. */
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
    scenarios: new Map(),
    contradictions: { found: 0, settled: 0 },
  }

  const wrote = (key: string, version: number, change: SectionChange, { at, actorName }: Entry) => {
    const acts = sections.get(key)
    if (acts === undefined) {
      sections.set(key, { sectionKey: key, change, version, at, by: actorName === null ? [] : [actorName] })
      return
    }
    if (actorName !== null && !acts.by.includes(actorName)) acts.by.push(actorName)
    acts.change = changeAfter(acts.change, change)
  }

  for (const entry of entries) {
    const { seq, type, at, actorName: by } = entry
    if (!isAuditEventType(type)) continue
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
    else if (isSectionAct(type)) {
      if (typeof key === 'string' && typeof version === 'number') wrote(key, version, sectionActs[type], entry)
    } else if (type === 'comment.created' && typeof commentId === 'string') happened.created.set(commentId, { by, at })
    else if (type === 'comment.replied' && typeof commentId === 'string' && typeof replyId === 'string') {
      happened.replies.push({ commentId, replyId, by, at })
    } else if (type === 'deal.finalized') {
      const decision = decisions.find((item) => item === data['decision']) ?? null
      happened.decisions.push({ seq, type: 'finalized', decision, by, at })
    } else if (type === 'deal.reopened') {
      happened.decisions.push({ seq, type: 'reopened', decision: null, by, at })
    } else if (type === 'contradiction.updated') {
      const { found, changed } = data
      for (const count of [found, changed]) if (typeof count === 'number') happened.contradictions.found += count
    } else if (type === 'contradiction.settled') happened.contradictions.settled += 1
    else {
      const change = scenarioChangeOf(type)
      const { scenario_id: id } = data
      if (change !== undefined) happened.scenarios.set(typeof id === 'string' ? id : baseScenarioId, { change, by, at })
    }
  }
  return { sections: [...sections.values()], ...happened }
}
