import { signedIn } from './access.ts'
import { operation } from './operation.ts'
import { pageQuery } from './paging.ts'
import { emailVerified } from './person.ts'
import { boolean, instant, integer, list, model, nullable, oneOf, optional, type Static, text, uuid } from './schema.ts'
import { maxDealIdLength, maxNotificationsMarked } from './sizes.ts'

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
  'scenario_proposed',
  'threshold_breached',
  'contradiction',
  'export_ready',
  'vote_requested',
  'request_assigned',
  'request_due',
  'sign_off_requested',
  'decision',
  'deal_shared',
  'superadmin_entered',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const NotificationItem = model(
  {
    id: uuid({ description: 'The notification.' }),
    type: oneOf(notificationTypes, { description: 'What happened.' }),
    deal_id: text({ examples: ['demo-riverside'], description: 'Empty where it is about an organization.' }),
    deal_name: text({ examples: ['Riverside Apartments'], description: 'Empty where it is about an organization.' }),
    org_id: optional(uuid({ description: 'The organization, where it is about one.' })),
    org_name: optional(text({ description: 'The name of that organization.', examples: ['Northwind Capital'] })),
    comment_id: text({ description: 'Empty where there is none.' }),
    actor_id: uuid({ description: 'Who did it.' }),
    actor_name: text({ description: 'The display name of the person who did it.', examples: ['Daniel Reyes'] }),
    actor_email_verified: emailVerified,
    snippet: text({
      description: 'The beginning of the text that it is about.',
      examples: ['Where does this rent growth come from?'],
    }),
    created_at: instant({ description: 'When it happened.' }),
    is_read: boolean({ description: 'Whether it was read.' }),
    section_key: optional(
      text({ description: 'The section that it is about; absent: none.', examples: ['executive_summary'] }),
    ),
    section_title: optional(
      text({ examples: ['Executive Summary'], description: 'As it is now; absent where the section is gone.' }),
    ),
    actor_avatar_url: optional(text({ description: 'The picture of that person; absent: none.' })),
    canvas_url: optional(text({ description: 'Where to read more.', examples: ['/app/canvas/demo-riverside'] })),
    reason: text({ description: 'Why the person is notified, in words.', examples: ['You were mentioned'] }),
  },
  { title: 'NotificationItem' },
)
export type NotificationItem = Static<typeof NotificationItem>

export const notifications = operation({
  id: 'notifications',
  method: 'GET',
  path: '/api/canvas/notifications',
  tag,
  summary: 'List my notifications',
  description: 'Lists the notifications of the caller across all deals, the newest first.',
  access: signedIn,
  query: model({
    ...pageQuery,
    unread_only: optional(boolean({ description: 'Only unread ones.', default: false })),
    deal_id: optional(text({ description: 'Only those about this deal.', max: maxDealIdLength })),
  }),
  answer: model(
    {
      notifications: list(NotificationItem, { description: 'The notifications of this page.' }),
      unread_count: integer({ description: 'How many notifications are unread.', examples: [1] }),
      has_more: boolean({ description: 'Whether there are more after this page.' }),
      next_cursor: nullable(
        text({ description: 'Send it as `cursor` for the next page; null: this is the last page.' }),
      ),
    },
    { title: 'NotificationsListResponse' },
  ),
})

export const readNotifications = operation({
  id: 'readNotifications',
  method: 'POST',
  path: '/api/canvas/notifications/read',
  tag,
  summary: 'Mark notifications as read',
  description: 'Marks notifications as read: those with the given ids, or all, or all of one deal.',
  access: signedIn,
  body: model(
    {
      ids: optional(list(uuid(), { description: 'The notifications to mark.', max: maxNotificationsMarked })),
      all: optional(boolean({ description: 'Whether all are marked.' })),
      deal_id: optional(nullable(text({ description: 'With `all`: only those of this deal.', max: maxDealIdLength }))),
    },
    { title: 'ReadNotificationsRequest' },
  ),
  answer: model(
    {
      updated: integer({ description: 'How many were marked.', examples: [1] }),
      unread_count: integer({ description: 'How many notifications are unread.', examples: [0] }),
    },
    { title: 'ReadNotificationsResponse' },
  ),
})

export const notificationStream = operation({
  id: 'notificationStream',
  method: 'GET',
  path: '/api/canvas/notifications/stream',
  tag,
  summary: 'Follow my notifications',
  description:
    'Streams `unread` at the start and whenever the count changes, and one `notification` each; Last-Event-ID resumes without a gap. One stream per browser is enough.',
  access: signedIn,
  answer: text(),
  mediaType: 'text/event-stream',
  events: {
    unread: model(
      { unread_count: integer({ examples: [1], description: 'How many notifications are unread now.' }) },
      { title: 'UnreadCount' },
    ),
    notification: NotificationItem,
  },
})
