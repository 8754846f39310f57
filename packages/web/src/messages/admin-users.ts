import { defineMessages } from './define-messages.ts'

export const adminUserMessages = defineMessages('admin-users', {
  pageTitle: 'Users · Deal Canvas',
  title: 'Users',
  create: 'Create user',
  search: 'Search by name or email',
  anyOrganization: 'Any organization',
  clear: 'Clear',
  loading: 'Loading users',

  // Table
  changed: 'Changed',
  empty: 'No matching users. Clear a filter or create a user.',
  range: '{from, number} to {to, number} of {total, number}',
  previous: 'Previous',
  next: 'Next',
  superadmin: 'Superadmin',
  you: 'You',
  noEmail: 'No email',

  // Statuses
  active: 'Active',
  invited: 'Invited',
  suspended: 'Suspended',
  deleted: 'Deleted',

  // Row actions
  edit: 'Change name or email',
  sendLink: 'Send a sign-in link',
  demoteFromMenu: 'Remove superadmin role',

  // New user
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  password: 'Password',
  passwordHint:
    'Leave empty to generate a password, which is shown once. The user must change it at the first sign-in.',
  superadminHint: 'Can see and change everything',
  createdTitle: '{name} can sign in',
  createdWithGivenPassword: 'They sign in with {email} and the password you entered.',
  createdWithGeneratedPassword:
    'They sign in with {email} and this password. It is shown only once and must be changed at the first sign-in.',
  generatedPassword: 'password',
  done: 'Done',

  // Editing a user
  editTitle: 'Edit {name}',
  editSubmit: 'Save user',
  editDone: 'Updated {name}',
  nameHint: 'Leave a name empty to keep it unchanged',
  emailHint: 'The user can sign in with a new email after entering the code sent to it',

  // Erasure
  erase: 'Erase user',
  eraseTitle: 'Erase {name}?',
  eraseEffect:
    'This erases their name, email addresses, password, sessions and mail everywhere. Their content stays under the name “Former member”. This cannot be undone.',
  eraseDone: 'Erasing {name}',
  newOwner: 'Search for a new owner',
  newOwnerHint: 'Personal deals without a new owner are permanently deleted, with their files',
  personalDeals: 'Personal deals',
  deletePersonalDeals: 'Delete permanently',
  transferTo: 'Transfer to {name} ({email})',
  transferToNoEmail: 'Transfer to {name} (no email)',

  // Confirmations
  promote: 'Make superadmin',
  promoteTitle: 'Make {name} a superadmin?',
  promoteEffect: 'Superadmins can see and change everything: all users, organizations, deals and the public site.',
  promoteDone: '{name} is now a superadmin',
  demote: 'Remove role',
  demoteTitle: 'Remove the superadmin role from {name}?',
  demoteEffect: 'They keep their own organizations and deals, but lose access to the superadmin pages immediately.',
  demoteDone: '{name} is no longer a superadmin',
  suspend: 'Suspend user',
  suspendTitle: 'Suspend {name}?',
  suspendEffect:
    'All their sessions end immediately and they cannot sign in. Their content stays, and you can reactivate them.',
  suspendDone: 'Suspended {name}',
  reactivate: 'Reactivate user',
  reactivateTitle: 'Reactivate {name}?',
  reactivateEffect: 'They can sign in again with their email. A deleted user returns without organizations.',
  reactivateDone: 'Reactivated {name}',
  delete: 'Delete user',
  deleteTitle: 'Delete {name}?',
  deleteEffect:
    'Their sessions end, they leave all organizations and deals, and their email addresses become available. Comments and the audit trail keep their name.',
  deleteDone: 'Deleted {name}',
  link: 'Send link',
  linkTitle: 'Send {name} a sign-in link?',
  linkEffect:
    'The link works once and expires after {minutes, number} minutes. They can set a new password without the old one.',
  linkDone: 'Sent a sign-in link to {email}',
})
