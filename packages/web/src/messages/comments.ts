import { defineMessages } from './define-messages.ts'

export const commentMessages = defineMessages('comments', {
  // Kinds and statuses
  kindComment: 'Comment',
  kindQuestion: 'Question',
  kindBlocker: 'Blocker',
  kindRequest: 'Request',
  kindSuggestion: 'Suggestion',
  kindComments: 'Comments',
  kindQuestions: 'Questions',
  kindBlockers: 'Blockers',
  kindRequests: 'Requests',
  kindSuggestions: 'Suggestions',
  statusOpen: 'Open',
  statusResolved: 'Resolved',
  statusAccepted: 'Accepted',
  statusRejected: 'Rejected',

  // Thread list
  railLabel: 'Comments',
  threadsLabel: 'Threads',
  loading: 'Loading comments',
  loadAgain: 'Load again',
  linkedFailed: 'The linked comment could not be opened. {reason}',
  backToAll: 'Back to all comments',
  noneInSection: 'No open comments on {section}.',
  noneInThisSection: 'No open comments on this section.',
  noneHere: 'No open comments here.',
  selectText: 'Select text to start one.',
  openElsewhere: '{count, plural, one {# open comment} other {# open comments}} elsewhere:',
  noneForFilter: 'No comments match this filter.',
  clearFilter: 'Clear filter',
  noneForMe: 'No comments mention you.',
  noneDetached: 'No detached comments.',
  detachedCount:
    '{count, plural, one {# detached comment: its anchor text was removed} other {# detached comments: their anchor text was removed}}',
  wholeDeal: 'Whole deal',
  wholeSection: 'Whole section',

  // List header: tabs, filter, search
  tabsLabel: 'Show comments',
  tabAll: 'All',
  tabForMe: 'For me',
  filterLabel: 'Filter: {chosen}',
  filterStatus: 'Status',
  filterKind: 'Kind',
  filterAccepted: 'Accepted suggestions',
  filterRejected: 'Rejected suggestions',
  filterAnyStatus: 'Open and closed',
  filterAnyKind: 'All kinds',
  filterAll: 'All',
  search: 'Search comments',
  searchLabel: 'Search comments and replies',
  searchPlaceholder:
    'Find in {kind, select, question {questions} blocker {blockers} request {requests} suggestion {suggestions} other {comments}}',
  commentOnSection: 'Comment on {section}',
  commentOnThisSection: 'Comment on the section',

  // Why a user cannot comment
  closedFinalized: 'This deal is finalized. Comments are closed until an owner reopens it.',
  closedArchived: 'This deal is archived. Comments are closed until an owner restores it.',
  roleTooLow: 'You can view this deal. To comment, ask an owner for the commenter role.',

  // Thread
  threadLabel: '{kind} by {author}',
  isNew: 'New',
  isDetached: 'Detached',
  resolve: 'Resolve',
  reopen: 'Reopen',
  replyCount: '{count, plural, one {# reply} other {# replies}}',
  showEarlierReplies: 'Show {count, plural, one {# earlier reply} other {# earlier replies}}',
  resolved:
    'Resolved the {kind, select, question {question} blocker {blocker} request {request} suggestion {suggestion} other {comment}} by {author}',
  undo: 'Undo',
  closeResolved: 'Close this note',

  // Menu of a comment or reply
  edited: 'edited',
  menuOfComment: 'More about the comment by {author}',
  menuOfReply: 'More about the reply by {author}',
  copyLink: 'Copy link',
  editComment: 'Edit comment',
  editReply: 'Edit reply',
  deleteComment: 'Delete comment',
  deleteReply: 'Delete reply',
  deleteCommentTitle: 'Delete this comment?',
  deleteReplyTitle: 'Delete this reply?',
  keepComment: 'Keep comment',
  keepReply: 'Keep reply',
  deleteCommentHint: 'This deletes the comment for everyone.',
  deleteCommentHintReplies:
    'This deletes the comment for everyone, including {replies, plural, one {# reply} other {# replies}}.',
  deleteCommentHintPictures:
    'This deletes the comment for everyone, including {pictures, plural, one {# picture} other {# pictures}}.',
  deleteCommentHintRepliesAndPictures:
    'This deletes the comment for everyone, including {replies, plural, one {# reply} other {# replies}} and {pictures, plural, one {# picture} other {# pictures}}.',
  deleteReplyHint: 'This deletes the reply for everyone.',

  // Earlier versions
  historyTitle: 'Earlier versions by {author}',
  historyLoading: 'Loading',
  historyVersion: 'Version {version}, {time}',
  historyOlder: 'Show older versions',

  // Reactions
  addReaction: 'Add a reaction',
  reactionAgreed: 'Agreed',
  reactionDisagree: 'Disagree',
  reactionLooking: 'Looking into it',
  reactionDone: 'Done',
  reactionUnclear: 'Unclear',
  reactionWellDone: 'Well done',
  reactionLabel: '{emoji} {count}: {names}',
  you: 'you',
  formerMember: 'a former member',

  // Selected text
  selectionLabel: 'Selected text',
  selectionComment: 'Comment',
  selectionSuggest: 'Suggest',
  selectionAsk: 'Ask',
  selectionEvidence: 'Evidence',

  // New comment
  composerTitle: 'New comment',
  composerClose: 'Close new comment',
  composerKind: 'Kind',
  composerKindOption: '{kind}: {meaning}',
  meaningComment: 'A remark',
  meaningQuestion: 'Needs an answer',
  meaningBlocker: 'The deal cannot be finalized while this is open',
  meaningRequest: 'Asks for an addition or a change',
  composerLabel: 'Comment',
  composerPlaceholder: 'Write a comment. Type @ to mention someone.',
  composerPlaceholderQuestion: 'Ask a question. Type @ to mention someone.',
  postComment: 'Comment',
  postQuestion: 'Post question',
  postBlocker: 'Post blocker',
  postRequest: 'Post request',
  membersLabel: 'Deal members',
  membersFound: '{count, plural, one {# member} other {# members}}. Use the arrow keys, then press Enter.',

  // Pictures in a comment
  pictures: 'Pictures',
  pictureAdd: 'Add a picture, or paste one',
  pictureAdding: 'Adding the picture',
  pictureRemove: 'Remove {name}',
  pictureBroken: '{name}: {reason} Remove it, then add it again.',
  pictureWrongType: '{name} is not a PNG, JPEG or WebP picture.',
  pictureTooLarge: '{name} is larger than {mebibytes, number} MiB. Crop it to the part you need.',
  picturesTooMany: 'A comment can have at most {max, number} pictures.',
  pictureFailed: 'The picture could not be loaded. {reason}',
  pictureShow: 'Picture by {author}, show larger',
  pictureTitle: 'Picture by {author}',
  pictureAlt: 'Added by {author}',

  // Replying and editing
  replyLabel: 'Reply to {author}',
  reply: 'Reply',
  editLabel: 'Your text',

  // Sending and discarding
  sending: 'Sending',
  draftSaved: 'Draft saved',
  notSent: 'Not sent. Your draft is saved. {reason}',
  retry: 'Retry',
  sendShortcut: 'Ctrl+Enter',
  discard: 'Discard',
  discardTitle: 'Discard draft?',
  discardDraft: 'Discard draft',
  discardText: '“{quote}” cannot be recovered.',
  discardPictures: '{count, plural, one {# picture} other {# pictures}} cannot be recovered.',
  discardTextAndPictures: '“{quote}” and {count, plural, one {# picture} other {# pictures}} cannot be recovered.',

  // New suggestion
  suggestionTitle: 'New suggestion',
  suggestionClose: 'Close new suggestion',
  suggestionWording: 'New wording',
  suggestionHint: 'Model values appear as [[…]] and stay live',
  suggestionTooLong: 'A suggestion can cover at most {max, number} characters. Select less text.',
  suggestionReason: 'Reason',
  suggestionReasonPlaceholder: 'Reason (optional)',
  suggest: 'Suggest',
  suggestionDeletes: 'Take this passage out.',
  suggestionReplaces: 'Write: {text}',

  // Accepting and rejecting a suggestion
  accept: 'Accept',
  reject: 'Reject',
  basedOnVersion: 'Based on version {version}',
  basedOnVersionForEditors: 'Based on version {version}. An editor can accept or reject it.',
  suggests: '{name} suggests',
  acceptSuggestionBy: 'Accept the suggestion by {author}',
  rejectSuggestionBy: 'Reject the suggestion by {author}',
  rejectTitle: 'Reject the suggestion by {author}?',
  rejectSuggestion: 'Reject suggestion',
  rejectHint:
    'The passage does not change. “{text}” is removed from the memo for everyone and stays listed under Rejected suggestions.',
  rejectHintDeletes:
    'The passage does not change. The suggestion to delete it is removed from the memo for everyone and stays listed under Rejected suggestions.',
  conflictTitle: 'The passage has changed',
  conflictHint: 'The suggestion was not applied. Edit the section yourself, or reject the suggestion.',
  conflictBefore: 'When it was suggested',
  conflictBeforeNone: 'Nothing',
  conflictNow: 'Now',
  conflictNowNone: 'The passage was removed from the section',
  conflictSuggested: 'Suggested',
  conflictSuggestedNone: 'Nothing: the passage is deleted',
  conflictKeep: 'Keep it open',

  // Searching the documents
  askTitle: 'Ask the documents',
  askClose: 'Close document search',
  askQuestion: 'Question',
  askSearch: 'Search the documents',
  askDocument: 'Document',
  askAllDocuments: 'All documents',
  askKind: 'Kind',
  askAllKinds: 'Documents and workbooks',
  askDocumentsOnly: 'Documents only',
  askWorkbooksOnly: 'Workbooks and tables only',

  // Evidence
  evidenceTitle: 'Evidence',
  evidenceClose: 'Close evidence',
  evidenceLoading: 'Searching the model and the documents',
  evidenceNumbersNeedRole: 'To check numbers against the model, you need the commenter role or higher.',
  evidenceWordsOnly:
    'Search by meaning is unavailable right now. These passages share words or synonyms with your question.',
  evidenceSomeWordsOnly:
    'Some documents are not yet searchable by meaning. Their passages are found by shared words only.',
  evidenceNone: 'No matching passages in this deal’s documents.',
  evidenceList: 'Passages from the documents',
  evidencePage: 'page {page}',
  evidenceMatch:
    '{match, select, strong {Strong match} likely {Likely match} other {Possible match}}, {percent, number}%',
  evidenceCite: 'Cite in a comment',
  numbers: 'Numbers',
  numberAgrees: 'Agrees',
  numberDiffers: 'Differs',
  numberNotMatched: 'Not matched',
})
