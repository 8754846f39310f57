import type { decisions } from '@deal-canvas/contract'
import { fieldsOf } from '../../ui/fields-of.ts'
import { stored } from '../../ui/stored.ts'

/** An unsaved decision. Nothing is chosen at first. */
export interface DraftDecision {
  readonly decision: (typeof decisions)[number] | undefined
  readonly rationale: string
}

const nameOf = (dealId: string): string => `decision.${dealId}`

export const keptDecision = (dealId: string): DraftDecision => {
  const { rationale } = fieldsOf(stored.read(nameOf(dealId)))
  // A decision that was chosen another day must be chosen again.
  return { decision: undefined, rationale: typeof rationale === 'string' ? rationale : '' }
}

/** Deletes the stored draft if it is undefined or empty. */
export const keepDecision = (dealId: string, draft: DraftDecision | undefined): void =>
  stored.write(
    nameOf(dealId),
    draft === undefined || draft.rationale === '' ? undefined : JSON.stringify({ rationale: draft.rationale }),
  )
