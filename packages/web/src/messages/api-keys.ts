import { defineMessages } from './define-messages.ts'

export const apiKeyMessages = defineMessages('api-keys', {
  title: 'API keys',
  create: 'New API key',
  none: 'No API keys. Create one so that a program can read or write deals of the organization.',
  name: 'Name',
  nameHint: 'What it is for. Comments and the audit trail show it with the mark “API key”.',

  scope: 'Scope',
  scopeOption: '{scope, select, read {Read} comment {Read and comment} write {Read and write} admin {Full access} other {Provisioning}}',
  scopeHint:
    '{scope, select, read {Reads deals, runs what-ifs and downloads exports, like a viewer.} comment {Also writes comments, like a commenter.} write {Also changes numbers, memo and documents, and creates deals, like an editor.} admin {Also manages members and archives deals, like an owner.} other {Manages the people of the organization over SCIM, and sees no deal.}}',
  neverDecides: 'A key never votes, signs off or decides, and never manages keys or sign-in.',

  deals: 'Deals',
  dealsChosen: 'Chosen deals',
  dealsAll: 'All deals',
  allDealsHint: 'All deals of the organization, also those created later',
  findDeal: 'Find a deal',
  loadingDeals: 'Loading deals',
  noDealsFound: 'No deals found',
  moreDeals: 'Show more deals',
  dealsCount: '{count, plural, =0 {No deals chosen. The key sees only deals that it creates.} one {# deal chosen} other {# deals chosen}}',

  expiry: 'Expires after',
  expiryDays: '{days, plural, one {# day} other {# days}}',

  created: 'API key {name} created',
  rotatedTitle: '{name} has a new secret',
  copyHint: 'Copy the secret now. It is not shown again.',
  secret: 'API key',
  done: 'Done',

  onAllDeals: 'All deals',
  onDeals: '{count, plural, =0 {No deals} one {# deal} other {# deals}}',
  dealNames: '{count, plural, =0 {{names}} other {{names} and {count} more}}',
  expires: 'Expires {date}',
  expired: 'Expired {date}',
  lastUsed: 'Last used {time} from {network}',
  neverUsed: 'Never used',
  createdBy: 'Created by {name}',
  createdByFormer: 'Created by {name}, who is no longer in charge of keys',
  formerSecret: 'The former secret works until {date}',
  endsIn: 'Ends in {hint}',

  moreFor: 'More for {name}',
  rotate: 'Replace secret',
  rotateTitle: 'Replace the secret of {name}?',
  rotateHint: 'Programs need the new secret. What the key can do stays the same.',
  overlap: 'The former secret',
  overlapHours:
    '{hours, plural, =0 {Stops working now} one {Works for another hour} other {Works for another # hours}}',
  revoke: 'Revoke',
  revokeKey: 'Revoke key',
  revokeTitle: 'Revoke {name}?',
  revokeHint: 'Programs with this key stop working now. Their comments stay, with the name of the key.',
})
