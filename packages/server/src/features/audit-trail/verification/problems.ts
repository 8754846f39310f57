/** What a verification can find, in words for people who read the trail. */
const messages = {
  event_changed: 'An event was changed, removed, inserted or moved, or is not signed by this service.',
  events_missing: 'Events are missing at the end of the audit trail.',
  head_changed: 'The separately signed end of the audit trail contradicts its events: events were cut off or replaced.',
  head_forged: 'The separately kept end of the audit trail is not signed by this service.',
  head_missing: 'The separately signed end of the audit trail is missing.',
  known_event_missing: 'The event you asked about is not in the audit trail, or has another hash.',
  baseline_misplaced:
    'A baseline stands in an audit trail that was not made by an earlier version, or not during the upgrade.',
  data_missing: 'The data of an event is missing and no signed event says that it was erased.',
  decision_changed: 'The stored decision or its rationale differs from the signed decision.',
  memo_changed: 'The memo differs from the one that was decided on.',
  section_changed: 'The text of a section differs from what was signed when it was written.',
  section_unrecorded: 'A section or a version of it is not in the audit trail, or is missing.',
  history_changed: 'The history of the memo differs from what it was when the audit trail was upgraded.',
  numbers_changed: 'The numbers differ from those that were signed when they last changed.',
  documents_changed: 'A document differs from the one that was signed when it was added, or is missing.',
} as const

export type ProblemCode = keyof typeof messages

export interface Problem {
  seq?: number
  code: ProblemCode
  message: string
}

/** More do not help anyone; what they are of is said by the first. */
const maxProblems = 100

export interface Problems {
  add(code: ProblemCode, seq?: number): void
  readonly found: readonly Problem[]
}

export const createProblems = (): Problems => {
  const found: Problem[] = []
  return {
    add: (code, seq) => {
      if (found.length >= maxProblems) return
      found.push({ ...(seq === undefined ? {} : { seq }), code, message: messages[code] })
    },
    found,
  }
}
