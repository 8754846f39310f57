import type { NotificationItem, NotificationType } from '@deal-canvas/contract'
import type { Shown } from './notifications-query.ts'

/** What the actor did. */
export const actWords: Record<NotificationType, string> = {
  mention: 'mentioned you',
  reply: 'replied',
  comment: 'commented',
  resolved: 'resolved a thread',
  reopened: 'reopened a thread',
  reaction: 'reacted',
  suggestion_accepted: 'accepted a suggestion',
  suggestion_rejected: 'rejected a suggestion',
  ripple_applied: 'applied a what-if',
  decision: 'decided',
  deal_shared: 'shared a deal with you',
  superadmin_entered: 'entered as superadmin',
}

/** These say what happened; the others quote what somebody wrote. */
const unquoted: ReadonlySet<NotificationType> = new Set(['ripple_applied', 'decision', 'deal_shared'])

/** Empty where there is nothing to add to the place and the reason. */
export const quoteOf = ({ type, snippet, deal_name }: NotificationItem): string => {
  if (snippet === '' || snippet === deal_name) return ''
  return unquoted.has(type) ? snippet : `“${snippet}”`
}

export const placeOf = ({ deal_name, org_name, section_title }: NotificationItem): string =>
  section_title === undefined ? (org_name ?? deal_name) : `${deal_name}, ${section_title}`

export const shownChoices = (unread: number): readonly (readonly [Shown, string])[] => [
  ['unread', unread === 0 ? 'Unread' : `Unread ${unread}`],
  ['all', 'All'],
]
