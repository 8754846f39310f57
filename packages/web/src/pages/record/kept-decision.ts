import { decisions } from '@deal-canvas/contract'
import { fieldsOf } from '../../ui/fields-of.ts'
import { stored } from '../../ui/stored.ts'

/** An unsaved decision. */
interface DraftDecision {
  readonly decision: (typeof decisions)[number]
  readonly rationale: string
  /** Whether to override open blockers, and why. */
  readonly inSpite: boolean
  readonly reason: string
}

const empty: DraftDecision = { decision: 'approved', rationale: '', inSpite: false, reason: '' }

const nameOf = (dealId: string): string => `decision.${dealId}`

export const keptDecision = (dealId: string): DraftDecision => {
  const { decision, rationale, inSpite, reason } = fieldsOf(stored.read(nameOf(dealId)))
  return {
    decision: decisions.find((item) => item === decision) ?? empty.decision,
    rationale: typeof rationale === 'string' ? rationale : '',
    inSpite: inSpite === true,
    reason: typeof reason === 'string' ? reason : '',
  }
}

/** Deletes the stored draft if it is undefined or empty. */
export const keepDecision = (dealId: string, draft: DraftDecision | undefined): void =>
  stored.write(
    nameOf(dealId),
    draft === undefined || JSON.stringify(draft) === JSON.stringify(empty) ? undefined : JSON.stringify(draft),
  )
