import { maxKeptSections, maxMemoCharacters, maxSections } from '@deal-canvas/contract'
import { codePoints } from '@deal-canvas/fastapi-validation'
import { citedMetrics } from '@deal-canvas/memo'
import type { Actor } from '../../../actor.ts'
import { assertCurrent } from '../../../current-version.ts'
import { refuse } from '../../../domain-error.ts'
import { InvalidInput } from '../../../invalid-input.ts'
import { dealMessages } from '../../../messages/deals.ts'
import type { ChangingDeal, DealChanges } from '../../audit-trail/index.ts'
import { digestSection, newSalt } from '../../audit-trail/index.ts'
import type { Quotas } from '../../quotas/index.ts'
import { type AnchorPlan, type FollowAnchors, SlowRewriting } from '../anchors/follow-anchors.ts'
import { titleOf } from './catalogue.ts'
import { type Insertion, insertAt, positionsFor } from './memo-order.ts'
import { sectionKeyFor } from './section-key-for.ts'
import type { RemovedRow, SectionHead, SectionRow, SectionsStore, VersionRow } from './sections.store.ts'

interface Deps {
  store: SectionsStore
  changes: DealChanges
  anchors: FollowAnchors
  /** Every version is kept, so each one counts. */
  quotas: Pick<Quotas, 'takeBytes'>
  /** Whether a lock with this fence was ever issued. */
  wasGiven(fence: number): Promise<boolean>
}

interface NewText {
  /** Absent: unchanged; a new section gets the default title of its key. */
  title?: string
  content: string
  /** Fence of the lock under which it was written. */
  fence?: number
  /** Whether it was drafted from the metrics instead of written by a person. */
  isDraft?: boolean
}

/** Where a new section goes: behind the sections up to a position, behind one of them (null: first), or to the end. */
type Target = { position: number } | { after: string | null } | undefined

export interface NewSection {
  title: string
  content: string
  /** Its key is made from this if given, and else from the title. */
  keyFrom?: string
  /** The section that it follows; null: it is the first; undefined: it is the last. */
  after: string | null | undefined
}

export interface Order {
  /** The order that the caller has seen. */
  from: readonly string[]
  sectionKeys: readonly string[]
}

export interface Put extends NewText {
  sectionKey: string
  /** The version the caller has seen. */
  seen: number | undefined
}

export type Sections = ReturnType<typeof createSections>

export const createSections = ({ store, changes, anchors, quotas, wasGiven }: Deps) => {
  /** A fence higher than any issued one would lock everybody out until the counter reaches it. */
  const assertGiven = async (fence: number): Promise<void> => {
    if (await wasGiven(fence)) return
    throw new InvalidInput({ at: ['body', 'fence'], reason: dealMessages.fenceUnknown(), input: fence })
  }

  const assertHeld = (section: SectionRow | undefined, fence: number | undefined): void => {
    if (section !== undefined && fence !== undefined && fence < section.fence) refuse('lock_lost')
  }

  const assertSpace = (
    { count, kept, characters }: { count: number; kept: number; characters: number },
    content: string,
  ): void => {
    if (count >= maxSections || kept >= maxKeptSections) refuse('too_many_sections')
    assertRoom(characters, codePoints(content))
  }

  /** The row of a section, locked, if it is in the memo. */
  const lockShown = async (dealId: string, sectionKey: string): Promise<SectionRow | undefined> => {
    const section = await store.lock(dealId, sectionKey)
    return section?.removedAt === null ? section : undefined
  }

  const lockOwn = async (dealId: string, sectionKey: string): Promise<SectionRow> => {
    const section = (await store.lock(dealId, sectionKey)) ?? refuse('section_not_found')
    if (section.removedAt !== null) refuse('section_removed')
    return section
  }

  /** Makes room for a section. */
  const insert = async (dealId: string, target: Exclude<Target, undefined>): Promise<Insertion> => {
    const others = await store.heads(dealId)
    const index =
      'position' in target
        ? others.filter(({ position }) => position <= target.position).length
        : target.after === null
          ? 0
          : others.findIndex(({ sectionKey }) => sectionKey === target.after) + 1
    if (index === 0 && 'after' in target && target.after !== null) refuse('sections_changed')
    const insertion = insertAt(others, index, 'position' in target ? target.position : undefined)
    await store.move(dealId, insertion.moved)
    return insertion
  }

  const add = async (
    deal: ChangingDeal,
    actor: Actor,
    sectionKey: string,
    text: NewText,
    target?: Target,
  ): Promise<SectionRow> => {
    const extent = await store.extent(deal.row.id)
    assertSpace(extent, text.content)
    const { position, after } =
      target === undefined ? { position: extent.next, after: undefined } : await insert(deal.row.id, target)
    const section = {
      dealId: deal.row.id,
      sectionKey,
      title: text.title ?? titleOf(sectionKey),
      content: text.content,
      version: 1,
      draftedVersion: text.isDraft === true ? 1 : null,
      position,
      cited: citedMetrics(text.content),
      stale: false,
      fence: text.fence ?? 0,
      updatedBy: actor.userId,
      updatedAt: deal.at,
      removedAt: null,
      removedBy: null,
    }
    const salt = newSalt()
    await quotas.takeBytes(deal.row.id, bytesOf(section))
    const author = await store.put({ ...section, salt })
    const digest = digestSection({ ...section, salt })
    deal.record('section.created', {
      section_key: sectionKey,
      version: 1,
      digest,
      ...(after === undefined ? {} : { after }),
    })
    return { ...section, ...author }
  }

  /** Writing the same text again confirms it: the section is no longer stale, and no new version is stored. */
  const confirm = async (deal: ChangingDeal, section: SectionRow, fence: number): Promise<SectionRow> => {
    if (!section.stale && fence === section.fence) return section
    await store.touch(deal.row.id, section.sectionKey, { stale: false, fence })
    if (section.stale) {
      deal.record('section.updated', { section_key: section.sectionKey, version: section.version })
    }
    return { ...section, stale: false, fence }
  }

  /** Stores the next version of a section. */
  const putNext = async (
    deal: ChangingDeal,
    actor: Actor,
    section: SectionRow,
  ): Promise<{ row: SectionRow; digest: string }> => {
    const next = { ...section, version: section.version + 1, updatedBy: actor.userId, updatedAt: deal.at }
    const salt = newSalt()
    await quotas.takeBytes(deal.row.id, bytesOf(next))
    const author = await store.put({ ...next, salt })
    return { row: { ...next, ...author }, digest: digestSection({ ...next, salt }) }
  }

  const rewrite = async (
    deal: ChangingDeal,
    actor: Actor,
    section: SectionRow,
    { title = section.title, content, fence = section.fence, isDraft = false }: NewText,
    plan?: AnchorPlan,
  ): Promise<SectionRow | SlowRewriting> => {
    if (title === section.title && content === section.content) return confirm(deal, section, fence)
    const growth = codePoints(content) - codePoints(section.content)
    if (growth > 0) assertRoom((await store.extent(deal.row.id)).characters, growth)
    const moved = content === section.content ? undefined : await anchors.find(deal, section, content, plan)
    if (moved instanceof SlowRewriting) return moved
    const { row, digest } = await putNext(deal, actor, {
      ...section,
      title,
      content,
      draftedVersion: isDraft ? section.version + 1 : section.draftedVersion,
      cited: citedMetrics(content),
      stale: false,
      fence,
    })
    if (moved !== undefined) await anchors.write(deal, section.sectionKey, moved)
    deal.record('section.updated', { section_key: section.sectionKey, version: row.version, digest })
    return row
  }

  return {
    show: async (dealId: string, sectionKey: string): Promise<SectionRow> => {
      const section = await store.find(dealId, sectionKey)
      return section?.removedAt === null ? section : refuse('section_not_found')
    },

    /** In memo order, without texts, which can be megabytes. */
    all: (dealId: string): Promise<SectionHead[]> => store.heads(dealId),

    /** In memo order, with their texts: the whole memo at once. */
    whole: (dealId: string): Promise<SectionRow[]> => store.whole(dealId),

    /** Locks a section inside a change of its deal; undefined if it is not in the memo. */
    lockRow: lockShown,

    /** Whether there is such a section, in the memo or removed. */
    isKept: async (dealId: string, sectionKey: string): Promise<boolean> =>
      (await store.find(dealId, sectionKey)) !== undefined,

    /** Without a seen version the last writer wins; the previous text stays in the history. */
    put: async (actor: Actor, dealId: string, { sectionKey, seen, ...text }: Put): Promise<SectionRow> => {
      if (text.fence !== undefined) await assertGiven(text.fence)
      return anchors.planned((plan) =>
        changes.change(actor, dealId, 'editor', async (deal) => {
          const section = await store.lock(dealId, sectionKey)
          if (section !== undefined && section.removedAt !== null) refuse('section_removed')
          assertHeld(section, text.fence)
          assertCurrent(section?.version ?? 0, seen)
          return section === undefined ? add(deal, actor, sectionKey, text) : rewrite(deal, actor, section, text, plan)
        }),
      )
    },

    /** Adds a section under a key that no other one has, in the memo or removed. */
    addNew: (actor: Actor, dealId: string, { title, content, keyFrom, after }: NewSection): Promise<SectionRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const name = keyFrom ?? title
        const taken = await store.takenKeys(dealId, sectionKeyFor(name, noneTaken))
        const sectionKey = sectionKeyFor(name, (key) => taken.has(key))
        return add(deal, actor, sectionKey, { title, content }, after === undefined ? undefined : { after })
      }),

    /** The same title again changes nothing. A stale section stays stale: nobody has checked its text. */
    rename: (
      actor: Actor,
      dealId: string,
      { sectionKey, title, seen }: { sectionKey: string; title: string; seen: number | undefined },
    ): Promise<SectionRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const section = await lockOwn(dealId, sectionKey)
        assertCurrent(section.version, seen)
        if (section.title === title) return section
        const { row, digest } = await putNext(deal, actor, { ...section, title })
        deal.record('section.renamed', { section_key: sectionKey, version: row.version, digest })
        return row
      }),

    /** Its versions, comments and ratings stay, and its position shows where it was. */
    remove: (actor: Actor, dealId: string, sectionKey: string, seen: number | undefined): Promise<void> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const section = await lockOwn(dealId, sectionKey)
        assertCurrent(section.version, seen)
        await store.settle(section, { removedAt: deal.at, removedBy: actor.userId })
        deal.record('section.removed', { section_key: sectionKey, version: section.version })
      }),

    restore: (actor: Actor, dealId: string, sectionKey: string): Promise<SectionRow> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const section = (await store.lock(dealId, sectionKey)) ?? refuse('section_not_found')
        if (section.removedAt === null) return section
        const { count, characters } = await store.extent(dealId)
        assertSpace({ count, kept: 0, characters }, section.content)
        const { position, after } = await insert(dealId, { position: section.position })
        const back = { position, removedAt: null, removedBy: null }
        await store.settle(section, back)
        const facts = { section_key: sectionKey, version: section.version }
        deal.record('section.restored', after === undefined ? facts : { ...facts, after })
        return { ...section, ...back }
      }),

    /** Answers the keys in their order. */
    order: (actor: Actor, dealId: string, { from, sectionKeys }: Order): Promise<readonly string[]> =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const heads = new Map((await store.heads(dealId)).map((head) => [head.sectionKey, head]))
        if (!isSameOrder([...heads.keys()], from)) refuse('sections_changed')
        if (isSameOrder(from, sectionKeys)) return sectionKeys
        const order = sectionKeys.flatMap((key) => heads.get(key) ?? [])
        if (order.length !== heads.size || new Set(sectionKeys).size !== heads.size)
          throw new InvalidInput({
            at: ['body', 'section_keys'],
            reason: dealMessages.orderIncomplete(),
            input: sectionKeys,
          })
        await store.move(dealId, positionsFor(order))
        deal.record('section.ordered', { section_keys: [...sectionKeys] })
        return sectionKeys
      }),

    removed: (
      dealId: string,
      page: { after: { time: Date; sectionKey: string } | undefined; limit: number },
    ): Promise<RemovedRow[]> => store.removed(dealId, page),

    removedKeys: (dealId: string): Promise<ReadonlySet<string>> => store.removedKeys(dealId),

    /** Adds a section drafted from the metrics, inside another change of its deal. */
    addDraft: (
      deal: ChangingDeal,
      actor: Actor,
      { sectionKey, content, position }: { sectionKey: string; content: string; position: number },
    ) => add(deal, actor, sectionKey, { content, isDraft: true }, { position }),

    /**
     * Writes a section that was read inside the same change of its deal; `planned` repeats the change if it is slow.
     */
    rewrite: (
      deal: ChangingDeal,
      actor: Actor,
      {
        section,
        content,
        plan,
        isDraft = false,
      }: { section: SectionRow; content: string; plan: AnchorPlan | undefined; isDraft?: boolean },
    ): Promise<SectionRow | SlowRewriting> => rewrite(deal, actor, section, { content, isDraft }, plan),
    planned: anchors.planned,

    /** Marks the sections that cite one of the metrics as stale. Returns those that were not stale before. */
    markStale: async (deal: ChangingDeal, metricKeys: readonly string[]): Promise<string[]> => {
      if (metricKeys.length === 0) return []
      const marked = await store.markStale(deal.row.id, metricKeys)
      if (marked.length > 0) {
        deal.record('section.marked_stale', { section_keys: marked, metric_keys: [...metricKeys] })
      }
      return marked
    },

    history: async (
      dealId: string,
      sectionKey: string,
      page: { before: number | undefined; limit: number },
    ): Promise<VersionRow[]> => {
      const versions = await store.versions(dealId, sectionKey, page)
      // Every section has a version, so only an empty page requires a check that the section exists.
      if (versions.length === 0 && (await store.find(dealId, sectionKey)) === undefined) refuse('section_not_found')
      return versions
    },
  }
}

const noneTaken = (): boolean => false

const isSameOrder = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((key, place) => key === others[place])

const bytesOf = ({ title, content }: { title: string; content: string }): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content)

/** Only growth is rejected, so that an oversized memo can still be shortened step by step. */
const assertRoom = (characters: number, growth: number): void => {
  if (growth > 0 && characters + growth > maxMemoCharacters) refuse('memo_too_large')
}
