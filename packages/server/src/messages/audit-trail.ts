import { defineMessages } from '@deal-canvas/messages'

export const auditTrailMessages = defineMessages('audit-trail', {
  seqRequired: 'hash requires seq',
  hashRequired: 'seq requires hash',
  dataTooLarge: 'Data should have at most {limit, number} bytes as JSON',
})

/** Problems that a verification can find, by code. */
export const auditTrailProblems = defineMessages('audit-trail-problems', {
  event_changed: 'An event was changed, removed, inserted or moved, or is not signed by this service.',
  events_missing: 'Events are missing at the end of the audit trail.',
  head_changed: 'The separately signed end of the audit trail contradicts its events: events were cut off or replaced.',
  head_forged: 'The separately stored end of the audit trail is not signed by this service.',
  head_missing: 'The separately signed end of the audit trail is missing.',
  known_event_missing: 'The event you asked about is not in the audit trail, or has a different hash.',
  origin_changed:
    'The key that verifies the imported events is not the one that this service sealed when the deal was imported.',
  baseline_misplaced:
    'There is a baseline in an audit trail that was not created by an earlier version, or it was not added during the upgrade.',
  data_missing: 'The data of an event is missing, and no signed event says that it was erased.',
  decision_changed: 'The stored decision or its rationale differs from the signed decision.',
  memo_changed: 'The memo differs from the memo at the time of the decision.',
  section_changed: 'The text of a section differs from what was signed when it was written.',
  section_unrecorded: 'A section or one of its versions is missing, or is not in the audit trail.',
  history_changed: 'The history of the memo differs from what it was when the audit trail was upgraded.',
  numbers_changed: 'The numbers differ from those that were signed when they last changed.',
  votes_changed: 'The votes differ from those that were signed with the decision.',
  sign_offs_changed: 'The sign-offs differ from those that were signed with the decision.',
  documents_changed: 'A document is missing, or differs from the one that was signed when it was added.',
})
