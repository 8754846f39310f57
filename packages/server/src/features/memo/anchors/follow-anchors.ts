import type { ChangingDeal } from '../../audit-trail/index.ts'
import type { SectionRow, SectionsStore } from '../sections/sections.store.ts'
import { createBudget } from './budget.ts'
import {
  type AnchorChange,
  maxQuickSteps,
  planReanchoring,
  planWithin,
  type Rewriting,
  type StoredAnchor,
} from './reanchoring.ts'
import type { ReanchoringThread } from './reanchoring-thread.ts'

/** A rewrite whose anchors take too long to find while the deal is locked. Nothing has been written yet. */
export class SlowRewriting {
  readonly rewriting: Rewriting
  constructor(rewriting: Rewriting) {
    this.rewriting = rewriting
  }
}

/** Thrown by a change that had already written something when the rewrite proved slow, so that it is rolled back. */
export class RewritingToPlan extends Error {
  override readonly name = 'RewritingToPlan'
  readonly slow: SlowRewriting
  constructor(slow: SlowRewriting) {
    super('The anchors of a section have to be found before the deal is locked')
    this.slow = slow
  }
}

const asSlow = (error: unknown): SlowRewriting => {
  if (error instanceof RewritingToPlan) return error.slow
  throw error
}

/** Anchor changes that were computed before the deal was locked. */
export interface AnchorPlan extends Rewriting {
  changes: readonly AnchorChange[]
  /** On the last attempt, anchors that take too long to find are detached instead of postponed. */
  isLast: boolean
}

/** A concurrent write invalidates a plan. It is computed again at most this many times. */
const maxPlans = 3

interface Deps {
  store: Pick<SectionsStore, 'openAnchors' | 'moveAnchors' | 'detachOthers' | 'maxAnchors'>
  thread: Pick<ReanchoringThread, 'plan'>
}

export type FollowAnchors = ReturnType<typeof createFollowAnchors>

/** Keeps comment anchors on their passages when a section is written. */
export const createFollowAnchors = ({ store, thread }: Deps) => {
  const openAnchors = async (dealId: string, sectionKey: string): Promise<StoredAnchor[]> =>
    (await store.openAnchors(dealId, sectionKey)).flatMap(({ quote, status, ...rest }) =>
      quote === null || status === 'none' ? [] : [{ ...rest, quote, status }],
    )

  return {
    /** Computes which anchors a new text moves. Runs inside a change of the deal, before anything is written. */
    find: async (
      deal: ChangingDeal,
      { sectionKey, content: before }: Pick<SectionRow, 'sectionKey' | 'content'>,
      text: string,
      plan?: AnchorPlan,
    ): Promise<{ changes: AnchorChange[]; followed: readonly StoredAnchor[] } | SlowRewriting> => {
      const anchors = await openAnchors(deal.row.id, sectionKey)
      const known = plan?.before === before && plan.text === text ? plan : undefined
      const { planned, unplanned } = splitByPlan(anchors, known)
      const quick = planWithin(maxQuickSteps, { anchors: unplanned, before, text })
      if (quick === undefined && plan?.isLast !== true) return new SlowRewriting({ anchors, before, text })
      const rest = quick ?? planReanchoring(unplanned, text, before, createBudget(maxQuickSteps))
      return { changes: [...planned, ...rest], followed: anchors }
    },

    write: async (
      deal: ChangingDeal,
      sectionKey: string,
      { changes, followed }: { changes: readonly AnchorChange[]; followed: readonly StoredAnchor[] },
    ): Promise<void> => {
      if (changes.length > 0) await store.moveAnchors(deal.row.id, changes, deal.at)
      if (followed.length < store.maxAnchors) return
      const ids = followed.map(({ id }) => id)
      await store.detachOthers(deal.row.id, sectionKey, ids, deal.at)
    },

    /**
     * Runs work that can turn out to be a slow rewrite. If it does, computes a plan without holding a lock and runs the
     * work again.
     */
    planned: async <Result>(work: (plan?: AnchorPlan) => Promise<Result | SlowRewriting>): Promise<Result> => {
      let plan: AnchorPlan | undefined
      for (let plans = 1; ; plans++) {
        const result = await work(plan).catch(asSlow)
        if (!(result instanceof SlowRewriting)) return result
        const { rewriting } = result
        plan = { ...rewriting, changes: await thread.plan(rewriting), isLast: plans >= maxPlans }
      }
    },
  }
}

/** Splits the anchors: those unchanged since the plan was made use its changes; the others are unplanned. */
const splitByPlan = (anchors: readonly StoredAnchor[], plan: AnchorPlan | undefined) => {
  const before = new Map(plan?.anchors.map((anchor) => [anchor.id, anchor]))
  const changes = new Map(plan?.changes.map((change) => [change.id, change]))
  const planned: AnchorChange[] = []
  const unplanned: StoredAnchor[] = []
  for (const anchor of anchors) {
    const then = before.get(anchor.id)
    if (then === undefined || !isSameAnchor(then, anchor)) {
      unplanned.push(anchor)
      continue
    }
    const change = changes.get(anchor.id)
    if (change !== undefined) planned.push(change)
  }
  return { planned, unplanned }
}

const isSameAnchor = (a: StoredAnchor, b: StoredAnchor): boolean =>
  a.quote === b.quote &&
  a.prefix === b.prefix &&
  a.suffix === b.suffix &&
  a.position === b.position &&
  a.status === b.status
