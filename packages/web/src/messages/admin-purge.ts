import { defineMessages } from './define-messages.ts'

export const adminPurgeMessages = defineMessages('admin-purge', {
  pageTitle: 'Purge · Deal Canvas',
  title: 'Purge working state',
  subtitle: 'Comments, memos, models and the audit trail are not affected',

  // Scope
  scope: 'Scope',
  mode: 'Mode',
  oneDeal: 'One deal',
  everything: 'Everything',
  dealId: 'Deal ID',
  dealIdExample: 'demo-riverside',
  dealIdHint: 'Copy it from the URL of the canvas. The deal is purged even if it is in use.',
  dealIdMissing: 'Enter the deal ID',
  dealUnknown: 'No deal has this ID',
  activeWithin: 'Skip deals active within (minutes)',
  activeWithinHint: 'Enter 0 to skip none',
  activeWithinWrong: 'Enter a whole number of minutes',
  includeCheckpoints: 'Include checkpoints',
  includeCheckpointsHint: 'Builds in progress would start over',
  dryRun: 'Dry run',
  dryRunAgain: 'Dry run again',
  dryRunHint: 'A dry run counts keys without deleting them.',

  // Report
  beforeDryRun: 'Choose what to purge and review the dry run before anything is deleted.',
  purged: 'Purged',
  nothingDeleted: 'Nothing deleted',
  keysDeleted: '{count, plural, one {# key} other {# keys}} deleted',
  summary: '{deals, plural, one {# deal} other {# deals}}, {milliseconds, number} ms.',
  checkpointsKept: 'Checkpoints kept.',
  resumed: 'Resumed an interrupted purge.',
  interrupted: '{reason} Some keys may already be deleted. Run the same purge again to continue.',
  empty: 'Nothing to purge. Choose another scope, or enter fewer minutes to include deals in use.',

  // Table
  keysByKind: 'Keys by kind',
  deal: 'Deal',
  unknownDeal: 'Not a deal, or deleted',
  skipped: 'Skipped, recently active',
  kept: 'Kept',
  keys: 'Keys',
  total: 'Total',
  firstDeals: 'Showing the first {shown, number} of {total, number} deals. Totals include all deals.',

  // Kinds of keys, short enough for a column
  session: 'Session',
  lock: 'Lock',
  presence: 'Presence',
  event: 'Event',
  imageCrop: 'Crop',
  digitization: 'Digit.',
  intakeSummary: 'Intake',
  readiness: 'Ready',
  intelligence: 'Intel.',
  brush: 'Brush',
  checkpoint: 'Checkp.',

  // Confirmation
  deleteOfDeal: 'Delete {keys, plural, one {# key} other {# keys}} of {deal}',
  deleteOfDeals: 'Delete {keys, plural, one {# key} other {# keys}} of {deals, plural, one {# deal} other {# deals}}',
  effectOnDeal: 'Users who have the deal open are reconnected. Replay of missed events starts over.',
  effectOnDeals: 'Users who have one of the deals open are reconnected. Replay of missed events starts over.',
  buildsRestart: 'Builds in progress start over.',
  buildsKept: 'Build checkpoints are kept.',
  confirmationForDeal: 'purge {dealId}',
  confirmationForAll: 'purge everything',
  confirm: 'Type “{words}” to confirm',
  notConfirmed: 'Nothing was deleted. Type exactly “{words}”',
  submit: 'Purge {keys, plural, one {# key} other {# keys}}',
})
