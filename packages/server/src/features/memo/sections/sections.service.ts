import { maxMemoCharacters, maxSections } from '@deal-canvas/contract'
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
import type { SectionHead, SectionRow, SectionsStore, VersionRow } from './sections.store.ts'

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
  /** Of a new section; absent: after all others. */
  position?: number
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

  const add = async (deal: ChangingDeal, actor: Actor, sectionKey: string, text: NewText): Promise<SectionRow> => {
    const { count, next, characters } = await store.extent(deal.row.id)
    if (count >= maxSections) refuse('too_many_sections')
    assertRoom(characters, codePoints(text.content))
    const section = {
      dealId: deal.row.id,
      sectionKey,
      title: text.title ?? titleOf(sectionKey),
      content: text.content,
      version: 1,
      draftedVersion: text.isDraft === true ? 1 : null,
      position: text.position ?? next,
      cited: citedMetrics(text.content),
      stale: false,
      fence: text.fence ?? 0,
      updatedBy: actor.userId,
      updatedAt: deal.at,
    }
    const salt = newSalt()
    await quotas.takeBytes(deal.row.id, bytesOf(section))
    const author = await store.put({ ...section, salt })
    deal.record('section.created', { section_key: sectionKey, version: 1, digest: digestSection({ ...section, salt }) })
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
    const next = {
      ...section,
      title,
      content,
      version: section.version + 1,
      draftedVersion: isDraft ? section.version + 1 : section.draftedVersion,
      cited: citedMetrics(content),
      stale: false,
      fence,
      updatedBy: actor.userId,
      updatedAt: deal.at,
    }
    const salt = newSalt()
    await quotas.takeBytes(deal.row.id, bytesOf(next))
    const author = await store.put({ ...next, salt })
    if (moved !== undefined) await anchors.write(deal, section.sectionKey, moved)
    const digest = digestSection({ ...next, salt })
    deal.record('section.updated', { section_key: section.sectionKey, version: next.version, digest })
    return { ...next, ...author }
  }

  return {
    show: async (dealId: string, sectionKey: string): Promise<SectionRow> =>
      (await store.find(dealId, sectionKey)) ?? refuse('section_not_found'),

    /** In memo order, without texts, which can be megabytes. */
    all: (dealId: string): Promise<SectionHead[]> => store.heads(dealId),

    /** In memo order, with their texts: the whole memo at once. */
    whole: (dealId: string): Promise<SectionRow[]> => store.whole(dealId),

    /** Locks a section inside a change of its deal. */
    lockRow: (dealId: string, sectionKey: string): Promise<SectionRow | undefined> => store.lock(dealId, sectionKey),

    /** Without a seen version the last writer wins; the previous text stays in the history. */
    put: async (actor: Actor, dealId: string, { sectionKey, seen, ...text }: Put): Promise<SectionRow> => {
      if (text.fence !== undefined) await assertGiven(text.fence)
      return anchors.planned((plan) =>
        changes.change(actor, dealId, 'editor', async (deal) => {
          const section = await store.lock(dealId, sectionKey)
          assertHeld(section, text.fence)
          assertCurrent(section?.version ?? 0, seen)
          return section === undefined ? add(deal, actor, sectionKey, text) : rewrite(deal, actor, section, text, plan)
        }),
      )
    },

    /** Adds a section drafted from the metrics, inside another change of its deal. */
    addDraft: (
      deal: ChangingDeal,
      actor: Actor,
      { sectionKey, ...text }: { sectionKey: string; content: string; position: number },
    ) => add(deal, actor, sectionKey, { ...text, isDraft: true }),

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

const bytesOf = ({ title, content }: { title: string; content: string }): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content)

/** Only growth is rejected, so that an oversized memo can still be shortened step by step. */
const assertRoom = (characters: number, growth: number): void => {
  if (growth > 0 && characters + growth > maxMemoCharacters) refuse('memo_too_large')
}
