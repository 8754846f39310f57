import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import { boolean, instant, integer, list, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'

const tag = 'Notifications'

export const notificationTypes = [
  'mention',
  'reply',
  'comment',
  'resolved',
  'reopened',
  'reaction',
  'suggestion_accepted',
  'suggestion_rejected',
  'ripple_applied',
  'decision',
  'deal_shared',
  'superadmin_entered',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const NotificationItem = model(
  {
    id: uuid(),
    type: oneOf(notificationTypes),
    deal_id: text({ examples: ['demo-riverside'], description: 'Empty where it is about an organization.' }),
    deal_name: text({ examples: ['Riverside Apartments'], description: 'Empty where it is about an organization.' }),
    org_id: optional(uuid()),
    org_name: optional(text({ examples: ['Northwind Capital'] })),
    comment_id: text({ description: 'Empty where there is none.' }),
    actor_id: uuid(),
    actor_name: text({ examples: ['Daniel Reyes'] }),
    actor_email_verified: emailVerified,
    snippet: text({ examples: ['Where does this rent growth come from?'] }),
    created_at: instant(),
    is_read: boolean(),
    section_key: optional(text({ examples: ['executive_summary'] })),
    section_title: optional(
      text({ examples: ['Executive Summary'], description: 'As it is now; absent where the section is gone.' }),
    ),
    actor_avatar_url: optional(text()),
    canvas_url: optional(text({ examples: ['/app/canvas/demo-riverside'] })),
    reason: text({ examples: ['You were mentioned'] }),
  },
  { title: 'NotificationItem' },
)
export type NotificationItem = Static<typeof NotificationItem>

export const notifications = operation({
  id: 'notifications',
  method: 'GET',
  path: '/api/canvas/notifications',
  tag,
  summary: 'What happened that concerns me, across all deals, the newest first',
  access: signedIn,
  query: model({
    ...pageQuery,
    unread_only: optional(boolean({ default: false })),
    deal_id: optional(text({ max: 400 })),
  }),
  answer: model(
    {
      notifications: list(NotificationItem),
      unread_count: integer({ examples: [1] }),
      has_more: boolean(),
      next_cursor: nullable(text()),
    },
    { title: 'NotificationsListResponse' },
  ),
})

export const readNotifications = operation({
  id: 'readNotifications',
  method: 'POST',
  path: '/api/canvas/notifications/read',
  tag,
  summary: 'Mark notifications as read: some by id, or all, perhaps of one deal',
  access: signedIn,
  body: model({
    ids: optional(list(uuid(), { max: 500 })),
    all: optional(boolean()),
    deal_id: optional(nullable(text({ max: 400 }))),
  }),
  answer: model({ updated: integer({ examples: [1] }), unread_count: integer({ examples: [0] }) }),
})

export const notificationStream = operation({
  id: 'notificationStream',
  method: 'GET',
  path: '/api/canvas/notifications/stream',
  tag,
  summary:
    'New notifications as they come, server-sent events; Last-Event-ID resumes; one stream per browser is enough',
  access: signedIn,
  answer: text(),
  mediaType: 'text/event-stream',
})
