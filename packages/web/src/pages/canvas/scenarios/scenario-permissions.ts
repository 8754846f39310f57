import { canComment, canEditDeal, canManageDeal, type RoleOnDeal, type Scenario } from '@deal-canvas/contract'

export interface Standing {
  readonly deal: RoleOnDeal
  readonly userId: string
  /** Whether the organization requires approval of what the memo presents. */
  readonly needsApproval: boolean
}

export interface ScenarioPermissions {
  readonly canEdit: boolean
  /** Whether the user can make a private scenario visible to everyone; that cannot be taken back. */
  readonly canShare: boolean
  readonly canDelete: boolean
  readonly canPresent: boolean
  readonly canPropose: boolean
  readonly canWithdraw: boolean
  readonly canDecline: boolean
  readonly canAdopt: boolean
}

type Judged = Pick<Scenario, 'kind' | 'is_presented'> & {
  readonly author: { readonly user_id: string } | null
  readonly proposal: { readonly proposed_by: { readonly user_id: string } | null } | null
}

/** What a user can do with a scenario, by the same rules as the service. */
export const scenarioPermissions = (scenario: Judged, standing: Standing): ScenarioPermissions => {
  const { kind, is_presented: isPresented, author, proposal } = scenario
  const { deal, userId, needsApproval } = standing
  const isOpen = canComment(deal)
  const isEditor = canEditDeal(deal)
  const isOwner = isOpen && canManageDeal(deal.role)
  const isAuthor = author?.user_id === userId
  const isOurs = kind === 'shared' || kind === 'private'
  const isOwnProposal = proposal?.proposed_by?.user_id === userId
  const canChange = kind === 'private' ? isOpen && isAuthor : isEditor
  return {
    canEdit: isOurs && canChange && (!isPresented || !needsApproval || isOwner),
    canShare: kind === 'private' && isEditor && isAuthor,
    canDelete: isOurs && isOpen && (isAuthor || isOwner) && !isPresented,
    canPresent: isOwner && !isPresented && (kind === 'base' || kind === 'shared'),
    canPropose: isOurs && isOpen && !isPresented && (kind === 'shared' || isAuthor),
    canWithdraw: isOpen && proposal !== null && isOwnProposal,
    canDecline: isOwner && proposal !== null && !isOwnProposal,
    canAdopt: isOwner && proposal !== null && !isPresented,
  }
}
