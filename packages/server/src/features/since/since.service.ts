import { baseScenarioId } from '@deal-canvas/contract'
import type { Actor } from '../../actor.ts'
import { refuse } from '../../domain-error.ts'
import { scenarioMessages } from '../../messages/scenarios.ts'
import type { Clock } from '../../platform/clock.ts'
import type { BlindRead } from '../committee/index.ts'
import type { RatingNow, SectionNow, SinceStore, ThreadNow } from './since.store.ts'
import { type Act, type Decided, type Happened, type SectionActs, whatHappened } from './what-happened.ts'

interface Deps {
  store: SinceStore
  blindRead: Pick<BlindRead, 'visibleRatings'>
  now: Clock
}

export type ChangedSection = SectionNow & Pick<SectionActs, 'change' | 'by'>
export type ChangedThread = ThreadNow & Act

type ScenarioAct = Happened['scenarios'] extends Map<string, infer Done> ? Done : never
export type ChangedScenario = { id: string; name: string } & ScenarioAct

export interface News {
  fromSeq: number
  toSeq: number
  /** Null if the user has never looked. */
  seenAt: Date | null
  sections: ChangedSection[]
  threads: Record<'new' | 'resolved' | 'reopened' | 'replied', ChangedThread[]>
  ratings: RatingNow[]
  decisions: Decided[]
  scenarios: ChangedScenario[]
  contradictions: Happened['contradictions']
  other: number
  /** Whether older events were left out. */
  cutOff: boolean
}

/** A user who was away longer sees only the newest events. */
const maxEntries = 5_000

export type Since = ReturnType<typeof createSince>

/**
 * Summarizes what happened to a deal since a user's mark, from the audit trail and with the current state of each item.
 */
export const createSince = ({ store, blindRead, now }: Deps) => {
  const sectionsOf = async (dealId: string, acts: readonly SectionActs[]): Promise<ChangedSection[]> => {
    if (acts.length === 0) return []
    const actsOn = new Map(acts.map((act) => [act.sectionKey, act]))
    return (await store.sections(dealId, acts)).flatMap((section) => {
      const done = actsOn.get(section.sectionKey)
      // What the user removed or restored is no news.
      if (done === undefined || (done.change === 'removed') !== section.isRemoved) return []
      return [{ ...section, change: done.change, by: done.by }]
    })
  }

  /** The last reply of each thread that still exists. */
  const repliesOf = async (dealId: string, replies: Happened['replies']): Promise<Map<string, Act>> => {
    if (replies.length === 0) return new Map()
    const kept = await store.replies(
      dealId,
      replies.map(({ replyId }) => replyId),
    )
    return new Map(
      replies.filter(({ replyId }) => kept.has(replyId)).map(({ commentId, by, at }) => [commentId, { by, at }]),
    )
  }

  const threadsOf = async (dealId: string, happened: Happened): Promise<News['threads']> => {
    const { created, resolved, reopened } = happened
    const replied = await repliesOf(dealId, happened.replies)
    const ids = [...new Set([created, resolved, reopened, replied].flatMap((acts) => [...acts.keys()]))]
    const threads = new Map(
      (ids.length === 0 ? [] : await store.threads(dealId, ids)).map((thread) => [thread.id, thread]),
    )
    const newestFirst = (acts: Map<string, Act>): ChangedThread[] =>
      [...acts]
        .flatMap(([id, act]) => {
          const thread = threads.get(id)
          return thread === undefined ? [] : [{ ...thread, ...act }]
        })
        .sort((a, b) => b.at.getTime() - a.at.getTime())
    const besidesNew = (acts: Map<string, Act>) => newestFirst(acts).filter(({ id }) => !created.has(id))
    return {
      new: newestFirst(created),
      resolved: besidesNew(resolved),
      reopened: besidesNew(reopened),
      replied: besidesNew(replied),
    }
  }

  /** Where the first reading is blind, ratings of others are hidden at first. */
  const ratingsOf = async (
    dealId: string,
    userId: string,
    { ratedSections, ratingIds }: Happened,
  ): Promise<RatingNow[]> => {
    if (ratedSections.size === 0) return []
    const visible = await blindRead.visibleRatings(dealId, userId)
    if (visible === 'own') return []
    const keys =
      visible === 'all' ? [...ratedSections] : await store.sectionsRatedBy(dealId, userId, [...ratedSections])
    const ratings = await store.ratings(dealId, keys, ratingIds)
    return ratings.filter(({ count, mean, countBefore, meanBefore }) => count !== countBefore || mean !== meanBefore)
  }

  const scenariosOf = async (
    dealId: string,
    userId: string,
    acts: Happened['scenarios'],
  ): Promise<ChangedScenario[]> => {
    if (acts.size === 0) return []
    const ids = [...acts.keys()].filter((id) => id !== baseScenarioId)
    const names = await store.scenarioNames(dealId, userId, ids)
    names.set(baseScenarioId, scenarioMessages.base())
    return [...acts]
      .flatMap(([id, act]) => {
        const name = names.get(id)
        return name === undefined ? [] : [{ id, name, ...act }]
      })
      .sort((a, b) => b.at.getTime() - a.at.getTime())
  }

  return {
    /** Starts at the user's own mark, or at an event that the request names. */
    look: async ({ userId }: Actor, dealId: string, from: number | undefined): Promise<News> => {
      const { head, seq, at } = (await store.stands(dealId, userId)) ?? refuse('deal_not_found')
      const fromSeq = Math.min(from ?? seq ?? 0, head)
      const range = { dealId, after: Math.max(fromSeq, head - maxEntries), upTo: head }
      const happened = whatHappened(fromSeq === head ? [] : await store.described(range), userId)
      return {
        fromSeq,
        toSeq: head,
        seenAt: at,
        sections: await sectionsOf(dealId, happened.sections),
        threads: await threadsOf(dealId, happened),
        ratings: await ratingsOf(dealId, userId, happened),
        decisions: happened.decisions.toReversed(),
        scenarios: await scenariosOf(dealId, userId, happened.scenarios),
        contradictions: happened.contradictions,
        other: fromSeq === head ? 0 : await store.countOther(range, userId),
        cutOff: range.after > fromSeq,
      }
    },

    /** A mark does not change the deal, so it writes no event. */
    mark: async ({ userId }: Actor, dealId: string, seq: number): Promise<{ seq: number; at: Date }> =>
      (await store.mark(dealId, userId, seq, now())) ?? refuse('deal_not_found'),
  }
}
