import { defineMessages } from './define-messages.ts'

export const adminInviteCodeMessages = defineMessages('admin-invite-codes', {
  pageTitle: 'Invite codes · Deal Canvas',
  title: 'Invite codes',
  show: 'Show',
  showAll: 'All',
  showActive: 'Not closed',
  showClosed: 'Closed',
  newCode: 'New code',
  empty: 'No invite codes. Create one to let people sign up.',
  showEarlier: 'Show earlier codes',
  createDone: 'Created {code}. Copy it from the list to share it.',

  // Table
  code: 'Code',
  uses: 'Uses',
  usesOfMax: '{count, number} of {max, number}',
  expires: 'Expires',
  never: 'Never',
  close: 'Close',
  closeCode: 'Close {code}',
  reopen: 'Reopen',
  reopenCode: 'Reopen {code}',

  // States
  open: 'Open',
  closed: 'Closed',
  usedUp: 'Used up',
  expired: 'Expired',

  // New code
  createTitle: 'New invite code',
  createSubmit: 'Create code',
  createHint: 'Anyone with the code can create an account.',
  description: 'Description',
  descriptionHint: 'Visible to superadmins only',
  maxUses: 'Maximum uses',
  maxUsesHint: 'Leave empty for unlimited',
  lastDay: 'Last day',
  lastDayHint: 'Leave empty if it never expires',
  organizationToJoin: 'Organization to join',
})
