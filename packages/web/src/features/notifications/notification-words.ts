import type { NotificationItem, NotificationType } from '@deal-canvas/contract'
import { notificationMessages } from '../../messages/notifications.ts'
import type { Shown } from './notifications-query.ts'

/** What the actor did. */
export const eventMessages: Record<NotificationType, typeof notificationMessages.mention> = {
  mention: notificationMessages.mention,
  reply: notificationMessages.reply,
  comment: notificationMessages.comment,
  resolved: notificationMessages.resolved,
  reopened: notificationMessages.reopened,
  reaction: notificationMessages.reaction,
  suggestion_accepted: notificationMessages.suggestionAccepted,
  suggestion_rejected: notificationMessages.suggestionRejected,
  ripple_applied: notificationMessages.rippleApplied,
  scenario_proposed: notificationMessages.scenarioProposed,
  threshold_breached: notificationMessages.thresholdBreached,
  contradiction: notificationMessages.contradiction,
  export_ready: notificationMessages.exportReady,
  vote_requested: notificationMessages.voteRequested,
  request_assigned: notificationMessages.requestAssigned,
  request_due: notificationMessages.requestDue,
  sign_off_requested: notificationMessages.signOffRequested,
  decision: notificationMessages.decision,
  deal_shared: notificationMessages.dealShared,
  superadmin_entered: notificationMessages.superadminEntered,
}

/** These types describe what happened; the others quote what a user wrote. */
const unquoted: ReadonlySet<NotificationType> = new Set([
  'ripple_applied',
  'scenario_proposed',
  'threshold_breached',
  'contradiction',
  'export_ready',
  'vote_requested',
  'request_due',
  'sign_off_requested',
  'decision',
  'deal_shared',
])

/** Empty if there is nothing to add to the location and the reason. */
export const quoteOf = ({ type, snippet, deal_name }: NotificationItem): string => {
  if (snippet === '' || snippet === deal_name) return ''
  return unquoted.has(type) ? snippet : notificationMessages.quote({ text: snippet })
}

export const placeOf = ({ deal_name, org_name, section_title }: NotificationItem): string =>
  section_title === undefined
    ? (org_name ?? deal_name)
    : notificationMessages.dealAndSection({ deal: deal_name, section: section_title })

export const shownChoices = (unread: number): readonly (readonly [Shown, string])[] => [
  [
    'unread',
    unread === 0 ? notificationMessages.showUnread() : notificationMessages.showUnreadCount({ count: unread }),
  ],
  ['all', notificationMessages.showAll()],
]
