import { createGivenFences } from '../../platform/key-value/fences.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DealChanges } from '../audit-trail/index.ts'
import type { Quotas } from '../quotas/index.ts'
import { createFollowAnchors } from './anchors/follow-anchors.ts'
import { createReanchoringThread } from './anchors/reanchoring-thread.ts'
import { createSectionDocuments } from './documents/section-documents.ts'
import { draftRoutes } from './drafting/draft.routes.ts'
import { createDraftAgain } from './drafting/draft-again.ts'
import { createMemo } from './drafting/memo.service.ts'
import { sectionRoutes } from './sections/sections.routes.ts'
import { createSections, type Sections } from './sections/sections.service.ts'
import { createSectionsStore } from './sections/sections.store.ts'

export { createBudget } from './anchors/budget.ts'
export { findAnchor } from './anchors/find-anchor.ts'
export { type AnchorPlan, SlowRewriting } from './anchors/follow-anchors.ts'
export type { AnchorChange, StoredAnchor } from './anchors/reanchoring.ts'
export { maxQuickSteps, placeAnchor, planReanchoring } from './anchors/reanchoring.ts'
export type { ReanchoringThread } from './anchors/reanchoring-thread.ts'
export { createReanchoringThread } from './anchors/reanchoring-thread.ts'
export type { DraftMaterial, SeriousFinding, StatedFact } from './drafting/draft-material.ts'
export { type DraftPlan, expectedSections, type Memo } from './drafting/memo.service.ts'
export { blocksOfTable } from './drafting/table-blocks.ts'
export { type SectionKind, sectionKindOf, sectionKindsFor, titleOf } from './sections/catalogue.ts'
export { presentSection } from './sections/present-section.ts'
export type { Sections } from './sections/sections.service.ts'
export type { NamedSections, SectionPath, SectionRow } from './sections/sections-named.ts'
export { createSectionsNamed } from './sections/sections-named.ts'

/** The drafted memo. What a draft can use is read by the features that have it. */
export const createMemoFeature = (
  needs: Parameters<typeof createMemo>[0] & { sections: Sections; changes: DealChanges },
) => {
  const memo = createMemo(needs)
  return { memo, routes: draftRoutes({ draftAgain: createDraftAgain({ ...needs, memo }) }) }
}

interface Needs {
  changes: DealChanges
  quotas: Quotas
}

/** The sections of the memo, with the comment anchors in their text. */
export const createSectionsFeature = ({ database, onError }: Platform, { changes, quotas }: Needs) => {
  const store = createSectionsStore(database)
  const thread = createReanchoringThread({ onError })
  const sections = createSections({
    store,
    changes,
    anchors: createFollowAnchors({ store, thread }),
    quotas,
    wasGiven: createGivenFences({ database }),
  })
  const documents = createSectionDocuments({ onError })
  return {
    sections,
    routes: sectionRoutes({ sections, documents }),
    close: async (): Promise<void> => {
      await Promise.all([thread.close(), documents.close()])
    },
  }
}
