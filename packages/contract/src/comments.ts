import { dealRole } from './access.ts'
import { dealId } from './deals.ts'
import { imageTypes } from './image-crops.ts'
import { operation } from './operation.ts'
import { page, pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import {
  boolean,
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

const tag = 'Comments'

export const commentTypes = ['comment', 'question', 'blocker', 'request', 'suggestion'] as const
export const commentStatuses = ['open', 'resolved', 'accepted', 'rejected'] as const
export const anchorStatuses = ['anchored', 'moved', 'orphaned', 'none'] as const

export const maxReplies = 500
/** In the answer of a comment; the rest are asked for page by page. */
export const maxRepliesShown = 50

const content = text({ min: 1, max: 2000, examples: ['Where does this rent growth come from?'] })
const mentions = list(uuid(), { max: 50, description: 'People who can see the deal.' })

export const ReplyEntry = model(
  {
    reply_id: uuid(),
    author_id: uuid(),
    author_name: text({ examples: ['Daniel Reyes'] }),
    author_email_verified: emailVerified,
    author_avatar_url: nullable(text()),
    content,
    created_at: instant(),
    edited_at: nullable(instant()),
    mentioned_user_ids: list(uuid()),
  },
  { title: 'ReplyEntry' },
)
export type ReplyEntry = Static<typeof ReplyEntry>

const Suggestion = model({
  replacement: text({ max: 100_000, examples: ['3.0 % a year'], description: 'What the anchored text becomes.' }),
  base_version: integer({ minimum: 1, examples: [3], description: 'The version of the section it was written for.' }),
})

const Attachment = model({
  id: uuid(),
  media_type: oneOf(imageTypes),
  width: integer({ examples: [640] }),
  height: integer({ examples: [360] }),
  url: text({
    examples: ['/api/canvas/demo-riverside/image-crops/019a86f2-7c1e-7000-8000-000000000001'],
    description: 'Where whoever sees the deal gets the picture.',
  }),
})

const AnchorPlace = model(
  {
    start: integer({ examples: [118], description: 'In the content of its section, in UTF-16 code units.' }),
    prefix: text({ examples: ['Rents grow by '], description: 'What stands before it, at most 64 code units.' }),
    suffix: text({ examples: [', as the comps show.'], description: 'What stands after it, likewise.' }),
  },
  {
    description:
      'Where the passage was found last: while a comment is open it follows every change of its section. One that moved reaches up to the suffix, in other words than `anchor_text`. Null where it is gone, or there is none.',
  },
)

export const Comment = model(
  {
    comment_id: uuid(),
    deal_id: dealId,
    section_key: nullable(text({ examples: ['executive_summary'] })),
    metric_key: nullable(text({ examples: ['exit_cap_rate_pct'], description: 'The metric it is about.' })),
    comment_type: oneOf(commentTypes),
    author_id: uuid(),
    author_name: text({ examples: ['Daniel Reyes'] }),
    author_email_verified: emailVerified,
    author_avatar_url: nullable(text()),
    content,
    status: oneOf(commentStatuses),
    created_at: instant(),
    updated_at: instant(),
    edited_at: nullable(instant()),
    resolved_by: nullable(uuid()),
    resolved_at: nullable(instant()),
    anchor_text: nullable(text({ examples: ['3.5 % a year'] })),
    anchor_status: oneOf(anchorStatuses),
    anchor_place: nullable(AnchorPlace),
    replies: list(ReplyEntry, { description: `The newest ${maxRepliesShown} of them, the oldest first.` }),
    reply_count: integer({ examples: [0], description: `Of all replies, at most ${maxReplies}.` }),
    older_replies_cursor: nullable(
      text({
        description: 'The `cursor` with which the replies before these are asked for; null where these are all.',
      }),
    ),
    mentioned_user_ids: list(uuid()),
    reactions: map(list(uuid()), { examples: [{ '👍': [] }] }),
    suggestion_metadata: nullable(Suggestion),
    attachments: list(Attachment, { description: 'Its pictures, the oldest first.' }),
    version: integer({ examples: [1] }),
  },
  { title: 'CommentResponse' },
)
export type Comment = Static<typeof Comment>

const deal = { deal_id: dealId }
const comment = { ...deal, comment_id: text({ max: 400 }) }
const reply = { ...comment, reply_id: text({ max: 400 }) }

export const comments = operation({
  id: 'comments',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments',
  tag,
  summary: 'Comments of a deal, the newest first; a page of long ones holds fewer than `limit`',
  access: dealRole('viewer'),
  params: model(deal),
  query: model({
    ...pageQuery,
    section_key: optional(text({ max: 100 })),
    metric_key: optional(text({ max: 100 })),
    status: optional(oneOf(commentStatuses)),
    comment_type: optional(oneOf(commentTypes)),
    author_id: optional(uuid()),
    mentions_me: optional(boolean()),
    q: optional(text({ min: 1, max: 200, description: 'Words of the comment or its replies.' })),
    updated_since: optional(text({ max: 40, description: 'ISO 8601.' })),
  }),
  answer: page('comments', Comment),
})

export const createComment = operation({
  id: 'createComment',
  method: 'POST',
  path: '/api/canvas/{deal_id}/comments',
  tag,
  summary: 'Comment on the deal, a section, a passage of it, or a metric',
  access: dealRole('commenter'),
  params: model(deal),
  body: model({
    content,
    comment_type: optional(oneOf(commentTypes, { default: 'comment' })),
    section_key: optional(nullable(text({ max: 100, examples: ['executive_summary'] }))),
    metric_key: optional(
      nullable(text({ max: 100, examples: ['exit_cap_rate_pct'], description: 'A metric of this deal.' })),
    ),
    anchor_text: optional(nullable(text({ max: 1000, examples: ['3.5 % a year'] }))),
    anchor: optional(nullable(model({ prefix: optional(text({ max: 200 })), suffix: optional(text({ max: 200 })) }))),
    mentioned_user_ids: optional(mentions),
    suggestion_metadata: optional(nullable(Suggestion)),
    attachment_ids: optional(
      list(uuid(), { max: 10, description: 'Pictures that I added to the deal and that no comment has yet.' }),
    ),
  }),
  answer: Comment,
  status: 201,
  errors: ['section_not_found', 'crop_not_found', 'deal_finalized'],
})

const onComment = { tag, params: model(comment), answer: Comment } as const

export const showComment = operation({
  id: 'showComment',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  summary: 'One comment',
  access: dealRole('viewer'),
  errors: ['comment_not_found'],
  ...onComment,
})

export const editComment = operation({
  id: 'editComment',
  method: 'PUT',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  summary: 'Change my own comment; what it said before is kept',
  access: dealRole('commenter'),
  body: model({ content, mentioned_user_ids: optional(mentions) }),
  ifMatch: true,
  errors: ['comment_not_found', 'not_author', 'deal_finalized', 'quota_exceeded'],
  ...onComment,
})

export const deleteComment = operation({
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/comments/{comment_id}',
  tag,
  summary: 'Delete my comment, or as an owner of the deal any; its text is erased everywhere',
  access: dealRole('commenter'),
  params: model(comment),
  errors: ['comment_not_found', 'not_author', 'deal_finalized'],
})

export const commentHistory = operation({
  id: 'commentHistory',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/history',
  tag,
  summary: 'What a comment said before, the newest first',
  access: dealRole('viewer'),
  params: model(comment),
  query: model(pageQuery),
  answer: page('revisions', model({ version: integer({ examples: [1] }), content, at: instant() })),
  errors: ['comment_not_found'],
})

const move = (id: string, verb: string, summary: string) =>
  operation({
    id,
    method: 'POST',
    path: `/api/canvas/{deal_id}/comments/{comment_id}/${verb}`,
    summary,
    access: dealRole('commenter'),
    errors: ['comment_not_found', 'deal_finalized', 'suggestion_decided'],
    ...onComment,
  })

export const resolveComment = move('resolveComment', 'resolve', 'Resolve a comment; twice is fine')
export const reopenComment = move('reopenComment', 'reopen', 'Open a resolved comment again; twice is fine')

const decide = (id: string, verb: string, summary: string) =>
  operation({
    id,
    method: 'POST',
    path: `/api/canvas/{deal_id}/comments/{comment_id}/${verb}`,
    tag,
    summary,
    access: dealRole('editor'),
    params: model(comment),
    answer: model({ comment: Comment, section: nullable(Section) }),
    errors: [
      'comment_not_found',
      'deal_finalized',
      'not_a_suggestion',
      'suggestion_decided',
      'suggestion_conflict',
      'memo_too_large',
      'quota_exceeded',
      'workers_busy',
    ],
  })

export const acceptSuggestion = decide(
  'acceptSuggestion',
  'accept',
  'Apply a suggestion to its section, exactly once; a passage that has changed since is 409 with all three texts',
)
export const rejectSuggestion = decide('rejectSuggestion', 'reject', 'Turn a suggestion down')

export const addReply = operation({
  id: 'addReply',
  method: 'POST',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies',
  summary: 'Reply to a comment',
  access: dealRole('commenter'),
  body: model({ content, mentioned_user_ids: optional(mentions) }),
  status: 201,
  errors: ['comment_not_found', 'deal_finalized', 'too_many_replies'],
  ...onComment,
})

export const replies = operation({
  id: 'replies',
  method: 'GET',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies',
  tag,
  summary: 'Replies to a comment, the newest first',
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
  summary: 'Change my own reply',
  access: dealRole('commenter'),
  params: model(reply),
  body: model({ content, mentioned_user_ids: optional(mentions) }),
  answer: Comment,
  errors: ['comment_not_found', 'reply_not_found', 'not_author', 'deal_finalized'],
})

export const deleteReply = operation({
  id: 'deleteReply',
  method: 'DELETE',
  path: '/api/canvas/{deal_id}/comments/{comment_id}/replies/{reply_id}',
  tag,
  summary: 'Delete my reply, or as an owner of the deal any',
  access: dealRole('commenter'),
  params: model(reply),
  errors: ['comment_not_found', 'reply_not_found', 'not_author', 'deal_finalized'],
})

const reaction = {
  path: '/api/canvas/{deal_id}/comments/{comment_id}/reactions/{emoji}',
  tag,
  access: dealRole('commenter'),
  params: model({ ...comment, emoji: text({ max: 64, examples: ['👍'], description: 'Exactly one emoji.' }) }),
  answer: Comment,
  errors: ['comment_not_found', 'deal_finalized', 'too_many_reactions'],
} as const

export const react = operation({
  id: 'react',
  method: 'PUT',
  summary: 'React to a comment; twice is fine',
  ...reaction,
})
export const unreact = operation({
  id: 'unreact',
  method: 'DELETE',
  summary: 'Take a reaction back; twice is fine',
  ...reaction,
})
