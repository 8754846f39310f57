import type { NotificationItem, NotificationType } from '@deal-canvas/contract'
import { canvasUrl } from './canvas-url.ts'
import type { NotificationRow } from './notifications.store.ts'

/** Why somebody is told. */
const reasons: Record<NotificationType, string> = {
  mention: 'You were mentioned',
  reply: 'Someone replied in a thread you are in',
  comment: 'Someone commented where you are involved',
  resolved: 'A thread you are in was resolved',
  reopened: 'A thread you are in was reopened',
  reaction: 'Someone reacted in a thread you are in',
  suggestion_accepted: 'A suggestion was accepted',
  suggestion_rejected: 'A suggestion was rejected',
  ripple_applied: 'A change was applied to the model',
  decision: 'The deal was decided or reopened',
  deal_shared: 'A deal was shared with you',
  superadmin_entered: 'A superadmin entered a deal or an organization that you own',
}

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
  reason: reasons[row.type],
})
