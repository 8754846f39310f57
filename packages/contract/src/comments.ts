import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { imageTypes } from './image-crops.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import {
  boolean,
  described,
  instant,
  integer,
  list,
  map,
  model,
  nullable,
  oneOf,
  optional,
  type Static,
  text,
  uuid,
} from './schema.ts'
import { Section } from './sections.ts'
import {
  maxAnchorContextLength,
  maxAnchorTextLength,
  maxCellLength,
  maxCommentIdLength,
  maxCommentImages,
  maxCommentLength,
  maxEmojiLength,
  maxIdLength,
  maxInstantLength,
  maxMentions,
  maxReplies,
  maxRepliesShown,
  maxSearchLength,
  maxSectionLength,
  maxSheetNameLength,
  minCellLength,
} from './sizes.ts'

const tag = 'Comments'

export const commentTypes = ['comment', 'question', 'blocker', 'request', 'suggestion'] as const
export const commentStatuses = ['open', 'resolved', 'accepted', 'rejected'] as const
export const anchorStatuses = ['anchored', 'moved', 'orphaned', 'none'] as const

const content = text({
  description: 'The text, at most 2,000 characters.',
  min: 1,
  max: maxCommentLength,
  examples: ['Where does this rent growth come from?'],
})
const mentions = list(uuid(), { max: maxMentions, description: 'People who can see the deal.' })

export const ReplyEntry = model(
  {
    reply_id: uuid({ description: 'The reply.' }),
    author_id: uuid({ description: 'Who wrote it.' }),
    author_name: text({ description: 'The display name of the author.', examples: ['Daniel Reyes'] }),
    author_email_verified: emailVerified,
    author_avatar_url: nullable(text({ description: 'The picture of the author; null: none.' })),
    content,
    created_at: instant({ description: 'When it was written.' }),
    edited_at: nullable(instant({ description: 'When the text was last edited; null: never.' })),
    mentioned_user_ids: list(uuid(), { description: 'The people whom it mentions.' }),
  },
  { title: 'ReplyEntry' },
)
export type ReplyEntry = Static<typeof ReplyEntry>

const Suggestion = model(
  {
    replacement: text({
      max: maxSectionLength,
      examples: ['3.0 % a year'],
      description: 'What the anchored text becomes.',
    }),
    base_version: integer({ minimum: 1, examples: [3], description: 'The version of the section it was written for.' }),
  },
  { title: 'SuggestionMetadata' },
)

const Attachment = model(
  {
    id: uuid({ description: 'The picture.' }),
    media_type: oneOf(imageTypes, { description: 'The media type.' }),
    width: integer({ description: 'The width in pixels.', examples: [640] }),
    height: integer({ description: 'The height in pixels.', examples: [360] }),
    url: text({
      examples: ['/api/canvas/demo-riverside/image-crops/019a86f2-7c1e-7000-8000-000000000001'],
      description: 'The path of the picture, for members of the deal.',
    }),
  },
  { title: 'CommentAttachment' },
)

const AnchorPlace = model(
  {
    start: integer({ examples: [118], description: 'In the content of its section, in UTF-16 code units.' }),
    prefix: text({ examples: ['Rents grow by '], description: 'What stands before it, at most 64 code units.' }),
    suffix: text({ examples: [', as the comps show.'], description: 'What stands after it, likewise.' }),
  },
  {
    title: 'AnchorPlace',
    description:
      'Where the passage was found last: while a comment is open it follows every change of its section. One that moved reaches up to the suffix, in other words than `anchor_text`. Null where it is gone, or there is none.',
  },
)

const documentFields = {
  document_id: uuid({ description: 'The document, or the new version of it in which the place was found again.' }),
  file_name: nullable(
    text({ description: 'The name of the file; null: the document was deleted.', examples: ['model.xlsx'] }),
  ),
}

const CommentCell = model(
  {
    ...documentFields,
    sheet: text({ description: 'The sheet of the workbook.', examples: ['Returns'] }),
    cell: text({ description: 'The cell of the sheet.', examples: ['B7'] }),
    label: nullable(
      text({
        description: 'The labels of its row and column when the comment was written; null: it has none.',
        examples: ['Exit cap rate · Year 5'],
      }),
    ),
    text: text({ description: 'What the cell showed when the comment was written.', examples: ['5.25%'] }),
  },
  { title: 'CommentCell' },
)
export type CommentCell = Static<typeof CommentCell>

const CommentPassage = model(
  {
    ...documentFields,
    passage_id: text({ description: 'The passage, as in the answers of a search.', examples: ['12'] }),
    page: nullable(integer({ description: 'The page; null in a workbook.', examples: [12] })),
    quote: text({
      description: 'The words it is about, as they were when the comment was written.',
      examples: ['The property has 212 units.'],
    }),
  },
  { title: 'CommentPassage' },
)
export type CommentPassage = Static<typeof CommentPassage>

export const Comment = model(
  {
    comment_id: uuid({ description: 'The comment.' }),
    deal_id: dealId,
    section_key: nullable(
      text({ description: 'The section it is about; null: the deal as a whole.', examples: ['executive_summary'] }),
    ),
    metric_key: nullable(text({ examples: ['exit_cap_rate_pct'], description: 'The metric it is about.' })),
    cell: nullable(described(CommentCell, 'The cell of a workbook it is about; null: none.')),
    passage: nullable(described(CommentPassage, 'The passage of a document it is about; null: none.')),
    comment_type: oneOf(commentTypes, { description: 'What kind of comment it is.' }),
    author_id: uuid({ description: 'Who wrote it, or asked the model provider for it.' }),
    author_name: text({
      description: 'The display name of the author; `Draft`: the model provider wrote it.',
      examples: ['Daniel Reyes'],
    }),
    author_email_verified: emailVerified,
    author_avatar_url: nullable(text({ description: 'The picture of the author; null: none.' })),
    content,
    status: oneOf(commentStatuses, {
      description: 'Whether it is open or resolved, or what became of the suggestion.',
    }),
    created_at: instant({ description: 'When it was written.' }),
    updated_at: instant({ description: 'When it was last changed.' }),
    edited_at: nullable(instant({ description: 'When the text was last edited; null: never.' })),
    resolved_by: nullable(uuid({ description: 'Who resolved it; null: it is not resolved.' })),
    resolved_at: nullable(instant({ description: 'When it was resolved; null: it is not resolved.' })),
    anchor_text: nullable(text({ description: 'The passage it is about; null: none.', examples: ['3.5 % a year'] })),
    anchor_status: oneOf(anchorStatuses, {
      description:
        'Whether the passage was found in the section as it is now; for a cell or a passage of a document, whether it was found in the newest version of the file: in the same place (`anchored`), in another place or in other words (`moved`), or not (`orphaned`; the former place is kept).',
    }),
    anchor_place: nullable(
      described(AnchorPlace, 'Where the passage is in the section; null: it was not found, or there is none.'),
    ),
    replies: list(ReplyEntry, { description: `The newest ${maxRepliesShown} of them, the oldest first.` }),
    reply_count: integer({ examples: [0], description: `Of all replies, at most ${maxReplies}.` }),
    older_replies_cursor: nullable(
      text({
        description: 'The `cursor` to request the earlier replies; null if there are none.',
      }),
    ),
    mentioned_user_ids: list(uuid(), { description: 'The people whom it mentions.' }),
    reactions: map(list(uuid()), { description: 'Who reacted, by emoji.', examples: [{ '👍': [] }] }),
    suggestion_metadata: nullable(described(Suggestion, 'The suggested change; null: it is not a suggestion.')),
    attachments: list(Attachment, { description: 'Its pictures, the oldest first.' }),
    version: integer({ description: 'The version; it grows by one with every change.', examples: [1] }),
  },
  { title: 'CommentResponse' },
)
export type Comment = Static<typeof Comment>

const deal = { deal_id: dealId }
const comment = { ...deal, comment_id: text({ max: maxCommentIdLength, description: 'The comment.' }) }
const reply = { ...comment, reply_id: text({ max: maxCommentIdLength, description: 'The reply.' }) }

export const comments = operation({
  id: 'comments',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments',
  tag,
  summary: 'List the comments of a deal',
  description:
    'Lists comments with their newest replies, the newest first. Filters can be combined; a page of long comments holds fewer than `limit`.',
  access: dealRole('viewer'),
  params: model(deal),
  query: model({
    ...pageQuery,
    section_key: optional(text({ description: 'Only comments on this section.', max: maxIdLength })),
    metric_key: optional(text({ description: 'Only comments on this metric.', max: maxIdLength })),
    document_id: optional(uuid({ description: 'Only comments on cells or passages of this document.' })),
    status: optional(oneOf(commentStatuses, { description: 'Only comments with this status.' })),
    comment_type: optional(oneOf(commentTypes, { description: 'Only comments of this type.' })),
    author_id: optional(uuid({ description: 'Only comments by this person.' })),
    mentions_me: optional(boolean({ description: 'Only comments that mention the caller.' })),
    q: optional(text({ min: 1, max: maxSearchLength, description: 'Words of the comment or its replies.' })),
    updated_since: optional(text({ max: maxInstantLength, description: 'ISO 8601.' })),
  }),
  answer: page('comments', Comment),
})

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: '/api/canvas/{deal_id}/comments',
  tag,
  summary: 'Add a comment',
  description:
    'Comments on the deal, or on one of these: a section or a passage of it, a metric, a cell of a workbook, a passage of a document; two of them are 422. A comment on a cell or passage follows it into the next version of the file. People who are mentioned are notified. 409 `deal_finalized` once the deal is finalized.',
  access: dealRole('commenter'),
  params: model(deal),
  body: model(
    {
      content,
      comment_type: optional(oneOf(commentTypes, { description: 'What kind of comment it is.', default: 'comment' })),
      section_key: optional(
        nullable(
          text({
            description: 'The section it is about; null or absent: the deal as a whole.',
            max: maxIdLength,
            examples: ['executive_summary'],
          }),
        ),
      ),
      metric_key: optional(
        nullable(text({ max: maxIdLength, examples: ['exit_cap_rate_pct'], description: 'A metric of this deal.' })),
      ),
      cell: optional(
        nullable(
          described(
            model(
              {
                document_id: uuid({ description: 'A workbook or table of this deal.' }),
                sheet: text({ max: maxSheetNameLength, description: 'The sheet.', examples: ['Returns'] }),
                cell: text({ min: minCellLength, max: maxCellLength, description: 'The cell.', examples: ['B7'] }),
              },
              { title: 'CellAnchor' },
            ),
            'The cell of a workbook it is about.',
          ),
        ),
      ),
      passage: optional(
        nullable(
          described(
            model(
              {
                document_id: uuid({ description: 'A document of this deal.' }),
                passage_id: text({
                  min: 1,
                  max: maxIdLength,
                  description: 'The passage, as in the answers of a search.',
                  examples: ['12'],
                }),
                quote: optional(
                  nullable(
                    text({
                      max: maxAnchorTextLength,
                      description: 'The part of the passage it is about; null or absent: all of it.',
                      examples: ['The property has 212 units.'],
                    }),
                  ),
                ),
              },
              { title: 'PassageAnchor' },
            ),
            'The passage of a document it is about.',
          ),
        ),
      ),
      anchor_text: optional(
        nullable(
          text({
            description: 'The passage it is about, as it is in the section.',
            max: maxAnchorTextLength,
            examples: ['3.5 % a year'],
          }),
        ),
      ),
      anchor: optional(
        nullable(
          described(
            model(
              {
                prefix: optional(text({ description: 'The text before the passage.', max: maxAnchorContextLength })),
                suffix: optional(text({ description: 'The text after the passage.', max: maxAnchorContextLength })),
              },
              { title: 'AnchorContext' },
            ),
            'The text around the passage, to find the right one of several.',
          ),
        ),
      ),
      mentioned_user_ids: optional(mentions),
      suggestion_metadata: optional(nullable(described(Suggestion, 'The suggested change, for a suggestion.'))),
      attachment_ids: optional(
        list(uuid(), {
          max: maxCommentImages,
          description: 'Pictures that I added to the deal and that no comment has yet.',
        }),
      ),
    },
    { title: 'CreateCommentRequest' },
  ),
  answer: Comment,
  status: 201,
  errors: ['section_not_found', 'section_removed', 'document_not_found', 'crop_not_found', 'deal_finalized'],
})

const onComment = { tag, params: model(comment), answer: Comment } as const

export const showComment = operation({
  id: 'showComment',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  summary: 'Show one comment',
  description: 'Answers a comment with its newest 50 replies.',
  access: dealRole('viewer'),
  errors: ['comment_not_found'],
  ...onComment,
})

export const editComment = operation({
  id: 'editComment',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  summary: 'Edit my comment',
  description:
    'Changes the text of a comment of the caller; the former text is kept in its history. A stale If-Match is 409.',
  access: dealRole('commenter'),
  body: model({ content, mentioned_user_ids: optional(mentions) }, { title: 'EditCommentRequest' }),
  ifMatch: true,
  errors: ['comment_not_found', 'not_author', 'deal_finalized', 'quota_exceeded'],
  ...onComment,
})

export const deleteComment = operation({
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  tag,
  summary: 'Delete a comment',
  description: 'Deletes a comment of the caller; owners of the deal can delete any. Its text is erased everywhere.',
  access: dealRole('commenter'),
  params: model(comment),
  errors: ['comment_not_found', 'not_author', 'deal_finalized'],
})

export const commentHistory = operation({
  id: 'commentHistory',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/history',
  tag,
  summary: 'List former texts of a comment',
  description: 'Lists what a comment said before it was edited, the newest first.',
  access: dealRole('viewer'),
  params: model(comment),
  query: model(pageQuery),
  answer: page(
    'revisions',
    model(
      {
        version: integer({ description: 'The version; it grows by one with every change.', examples: [1] }),
        content,
        at: instant({ description: 'When that text was written.' }),
      },
      { title: 'CommentRevision' },
    ),
  ),
  errors: ['comment_not_found'],
})

const move = (id: string, verb: string, summary: string, description: string) =>
  operation({
    id,
    method: 'POST',
    path: `/api/canvas/{deal_id}/comments/{comment_id}/${verb}`,
    summary,
    description,
    access: dealRole('commenter'),
    errors: ['comment_not_found', 'deal_finalized', 'suggestion_decided'],
    ...onComment,
  })

export const resolveComment = move(
  'resolveComment',
  'resolve',
  'Resolve a comment',
  'Resolves a comment; resolving it again changes nothing. 409 for a suggestion that was accepted or rejected.',
)
export const reopenComment = move(
  'reopenComment',
  'reopen',
  'Reopen a resolved comment',
  'Opens a resolved comment again; reopening an open one changes nothing. 409 for a suggestion that was accepted or rejected.',
)

const decide = (id: string, verb: string, summary: string, description: string) =>
  operation({
    id,
    method: 'POST',
    path: `/api/canvas/{deal_id}/comments/{comment_id}/${verb}`,
    tag,
    summary,
    description,
    access: dealRole('editor'),
    params: model(comment),
    answer: model(
      {
        comment: described(Comment, 'The suggestion as it is now.'),
        section: nullable(described(Section, 'The section as it is now; null: the suggestion has none.')),
      },
      { title: 'SuggestionDecision' },
    ),
    errors: [
      'comment_not_found',
      'deal_finalized',
      'not_a_suggestion',
      'suggestion_decided',
      'suggestion_conflict',
      'section_removed',
      'memo_too_large',
      'quota_exceeded',
      'workers_busy',
    ],
  })

export const acceptSuggestion = decide(
  'acceptSuggestion',
  'accept',
  'Accept a suggestion',
  'Applies a suggestion to its section, exactly once. Where the passage has changed since, it is 409 `suggestion_conflict` with all three texts.',
)
export const rejectSuggestion = decide(
  'rejectSuggestion',
  'reject',
  'Reject a suggestion',
  'Rejects a suggestion; its section stays as it is. 409 where it was already accepted or rejected.',
)

export const addReply = operation({
  id: 'addReply',
  method: 'POST',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies',
  summary: 'Reply to a comment',
  description:
    'Adds a reply; people who are mentioned are notified. A comment has at most 500 replies (409 `too_many_replies`).',
  access: dealRole('commenter'),
  body: model({ content, mentioned_user_ids: optional(mentions) }, { title: 'AddReplyRequest' }),
  status: 201,
  errors: ['comment_not_found', 'deal_finalized', 'too_many_replies'],
  ...onComment,
})

export const replies = operation({
  id: 'replies',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies',
  tag,
  summary: 'List the replies to a comment',
  description: 'Lists the replies to a comment, the newest first.',
  access: dealRole('viewer'),
  params: model(comment),
  query: model(pageQuery),
  answer: page('replies', ReplyEntry),
  errors: ['comment_not_found'],
})

export const editReply = operation({
  id: 'editReply',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies/{reply_id}',
  tag,
  summary: 'Edit my reply',
  description: 'Changes the text of a reply of the caller.',
  access: dealRole('commenter'),
  params: model(reply),
  body: model({ content, mentioned_user_ids: optional(mentions) }, { title: 'EditReplyRequest' }),
  answer: Comment,
  errors: ['comment_not_found', 'reply_not_found', 'not_author', 'deal_finalized'],
})

export const deleteReply = operation({
  id: 'deleteReply',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies/{reply_id}',
  tag,
  summary: 'Delete a reply',
  description: 'Deletes a reply of the caller; owners of the deal can delete any. Its text is erased everywhere.',
  access: dealRole('commenter'),
  params: model(reply),
  errors: ['comment_not_found', 'reply_not_found', 'not_author', 'deal_finalized'],
})

const reaction = {
  path: '/api/canvas/{deal_id}/comments/{comment_id}/reactions/{emoji}',
  tag,
  access: dealRole('commenter'),
  params: model({
    ...comment,
    emoji: text({ max: maxEmojiLength, examples: ['👍'], description: 'Exactly one emoji.' }),
  }),
  answer: Comment,
  errors: ['comment_not_found', 'deal_finalized', 'too_many_reactions'],
} as const

export const react = operation({
  id: 'react',
  method: 'PUT',
  summary: 'React to a comment',
  description:
    'Adds a reaction of the caller; the same reaction again changes nothing. A comment has at most 50 different reactions and 1,000 in all.',
  ...reaction,
})
export const unreact = operation({
  id: 'unreact',
  method: 'DELETE',
  summary: 'Remove my reaction',
  description: 'Removes a reaction of the caller; removing it again changes nothing.',
  ...reaction,
})
