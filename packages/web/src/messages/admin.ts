import { defineMessages } from './define-messages.ts'

/** Messages shared by the superadmin pages. */
export const adminMessages = defineMessages('admin', {
  // Navigation
  nav: 'Superadmin',
  navUsers: 'Users',
  navOrganizations: 'Organizations',
  navInviteCodes: 'Invite codes',
  navContent: 'Site content',
  navDrafts: '{count, plural, one {# draft} other {# drafts}}',
  navPurge: 'Purge',
  navLog: 'Admin log',

  // Tables and filters
  actions: 'Actions',
  anyStatus: 'Any status',
  created: 'Created',
  more: 'More',
  moreFor: 'More for {name}',
  name: 'Name',
  none: 'None',
  organization: 'Organization',
  role: 'Role',
  status: 'Status',
})
