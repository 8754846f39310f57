import type { Actor } from '../../../actor.ts'
import type { DealChanges } from '../../audit-trail/index.ts'
import type { Sections } from '../sections/sections.service.ts'
import type { Memo } from './memo.service.ts'

interface Deps {
  memo: Pick<Memo, 'plan' | 'redraft'>
  sections: Pick<Sections, 'all' | 'planned'>
  changes: Pick<DealChanges, 'change'>
}

export type DraftAgain = ReturnType<typeof createDraftAgain>

/** Drafts the memo again for somebody who asks for it. */
export const createDraftAgain =
  ({ memo, sections, changes }: Deps) =>
  async (actor: Actor, dealId: string, signal?: AbortSignal) => {
    const plan = await memo.plan(actor, dealId, signal)
    return sections.planned((anchors) =>
      changes.change(actor, dealId, 'editor', async (deal) => {
        const { changed, added } = await memo.redraft(deal, actor, plan, anchors)
        const redrafted = changed.filter((key) => !added.includes(key))
        if (changed.length > 0)
          deal.record('section.redrafted', { added_sections: added, redrafted_sections: redrafted })
        const kept = (await sections.all(dealId)).filter(({ draftedVersion, version }) => draftedVersion !== version)
        return { added, redrafted, kept: kept.map(({ sectionKey }) => sectionKey) }
      }),
    )
  }
