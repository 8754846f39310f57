import { defineMessages } from '@deal-canvas/messages'

export const commentMessages = defineMessages('comments', {
  draftAuthor: 'Draft',
  draftedFor:
    'Drafted by the model provider ({model}) for {name}: {count, plural, one {# sentence} other {# sentences}}, each checked against the number or passage that it cites.',
  metricUnknown: 'This deal does not have this metric',
  oneAnchorOnly: 'A comment can have only one of section_key, metric_key, cell and passage',
  passageUnknown: 'The document does not have this passage',
  quoteNotInPassage: 'The passage does not contain this quote',
  contentBlank: 'Comment must not be blank',
  mentionedCannotSee: 'This person cannot see the deal',
  notOneEmoji: 'A reaction must be exactly one emoji',
  sectionTooLong: 'With this suggestion, the section would exceed {limit, number} characters',
  suggestionWithoutSection: 'A suggestion requires section_key',
  suggestionWithoutPassage: 'A suggestion requires anchor_text',
  passageWithoutSection: 'anchor_text requires section_key',
  suggestionWithoutText: 'A suggestion requires suggestion_metadata',
  textWithoutSuggestion: 'Only a suggestion can have suggestion_metadata',
})
