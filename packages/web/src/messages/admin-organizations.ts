import { defineMessages } from './define-messages.ts'

export const adminOrganizationMessages = defineMessages('admin-organizations', {
  pageTitle: 'Organizations · Deal Canvas',
  title: 'Organizations',
  create: 'Create organization',
  search: 'Search by name or slug',
  empty: 'No matching organizations. Clear a filter or create an organization.',
  showEarlier: 'Show earlier organizations',

  // A single organization
  onePageTitle: 'Organization · Deal Canvas',
  all: 'All organizations',

  // Table
  members: 'Members',
  deals: 'Deals',
  membersOf: '{count, plural, one {# member} other {# members}} of {name}',
  rename: 'Rename organization',

  // Statuses
  active: 'Active',
  suspended: 'Suspended',
  archived: 'Archived',

  // Creating or renaming an organization
  createHint: 'The organization starts without members. Invite an admin next.',
  createDone: 'Created {name}',
  editTitle: 'Edit {name}',
  editSubmit: 'Save organization',
  editDone: 'Updated {name}',
  slug: 'Slug',
  newSlugHint: 'Leave empty to derive it from the name',
  slugHint: 'Lowercase letters, digits and hyphens',

  // Changing the status
  reactivate: 'Reactivate organization',
  reactivateTitle: 'Reactivate {name}?',
  reactivateEffect:
    '{members, plural, one {# member gets} other {# members get}} access to {deals, plural, one {# deal} other {# deals}} again.',
  reactivateDone: 'Reactivated {name}',
  suspend: 'Suspend organization',
  suspendTitle: 'Suspend {name}?',
  suspendDone: 'Suspended {name}',
  archive: 'Archive organization',
  archiveTitle: 'Archive {name}?',
  archiveDone: 'Archived {name}',
  closeEffect:
    '{members, plural, one {# member loses} other {# members lose}} access to {deals, plural, one {# deal} other {# deals}} immediately. Nothing is deleted, and you can reactivate the organization.',
})
