import { defineMessages } from './define-messages.ts'

/** Drafting a section with the model provider. */
export const providerDraftMessages = defineMessages('provider_drafts', {
  title: 'Draft {title} with {model}',
  hint: '{model} gets the confirmed numbers of the memo and passages of the documents for this section. Every sentence is checked against them; the result is a suggestion that you accept or reject.',
  act: 'Draft',
  again: 'Draft again',
  cancel: 'Cancel the draft',
  working:
    '{agent, select, analyst {The analyst is writing} critic {The critic is reviewing} editor {The editor is merging} other {Reading the sources}}…',
  lost: 'The connection was lost. The draft goes on; open this again to see it.',
  progress: 'Progress of the draft',
  suggested:
    'The draft is a suggestion with {count, plural, one {# sentence} other {# sentences}}. Nothing is in the memo until somebody accepts it.',
  show: 'Show the suggestion',
  proposed: 'The section has no text that a suggestion could follow. This is the whole text that is proposed:',
  write: 'Write it into the section',
  nothing: 'No sentence was supported, so there is nothing to suggest.',
  cancelled: 'The draft was cancelled.',
  accepted: 'In the draft',
  dropped: 'Dropped',
  doubts: 'Doubted by the critic',
  contradictions: 'Contradicted according to the critic',
  source: '{page, select, none {{file}} other {{file}, p. {page}}}',
  checked:
    'Every sentence of the draft states what its number or passage states. Check its meaning before you accept it.',
  reason:
    '{reason, select, malformed {is no plain sentence} no_citation {cites nothing} unknown_citation {cites what it was not given} invented_quote {quotes what the passage does not say} unsupported {no source states all of it} unknown_number {a number that cannot be stated} bare_number {a number that is neither in the memo nor in a cited passage} already_said {the section says it already} other {left out by the editor}}',
  problem:
    '{problem, select, switched_off {The model provider was switched off.} not_allowed {The deal can no longer be edited by the person who asked for the draft.} budget_spent {The tokens of the model provider for today are used up. Try again tomorrow.} no_sources {There are neither confirmed numbers nor passages to draft from.} unavailable {The model provider did not answer. Try again.} unusable {The answer of the model provider could not be read. Try again.} other {The draft was interrupted several times. Try again.}}',
})
