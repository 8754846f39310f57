import type { NotificationItem } from '@deal-canvas/contract'
import { notificationReasons } from '../../messages/notifications.ts'
import { canvasUrl } from './canvas-url.ts'
import type { NotificationRow } from './notifications.store.ts'

export const presentNotification = (row: NotificationRow): NotificationItem => ({
  id: row.id,
  type: row.type,
  deal_id: row.dealId ?? '',
  deal_name: row.dealName ?? '',
  ...(row.orgId === null ? {} : { org_id: row.orgId, org_name: row.orgName ?? '' }),
  comment_id: row.commentId ?? '',
  actor_id: row.actorId,
  actor_name: row.actorName,
  actor_email_verified: row.actorEmailVerified,
  snippet: row.snippet,
  created_at: row.createdAt.toISOString(),
  is_read: row.readAt !== null,
  ...(row.sectionKey === null ? {} : { section_key: row.sectionKey }),
  ...(row.sectionTitle === null ? {} : { section_title: row.sectionTitle }),
  ...(row.actorAvatarUrl === null ? {} : { actor_avatar_url: row.actorAvatarUrl }),
  ...(row.dealId === null ? {} : { canvas_url: canvasUrl(row.dealId, row.commentId) }),
  reason: notificationReasons[row.type](),
})
