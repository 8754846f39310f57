import { draftMemo } from '@deal-canvas/contract'
import { handle, type Route } from '../../../http/handler.ts'
import type { DraftAgain } from './draft-again.ts'

export const draftRoutes = ({ draftAgain }: { draftAgain: DraftAgain }): Route[] => [
  handle(draftMemo, async ({ actor, params: { deal_id: dealId }, signal }) => {
    const { added, redrafted, kept } = await draftAgain(actor, dealId, signal)
    return { added_sections: added, redrafted_sections: redrafted, kept_sections: kept }
  }),
]
