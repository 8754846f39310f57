import { defineMessages } from '@deal-canvas/messages'

/** Actions of administrators and superadmins. */
export const adminMessages = defineMessages('admin', {
  teamWithoutOrganization: 'A team requires its organization in org_id',
  timeInPast: 'Time must be in the future',
  inviteCodeUnchanged: 'Send is_active or description',
  dealRequired: 'The mode by_deal requires deal_id',
  dealNotAllowed: 'The mode all does not take deal_id. To purge one deal, use by_deal.',
  organizationNotAllowed: 'The mode all does not take org_id',
})
