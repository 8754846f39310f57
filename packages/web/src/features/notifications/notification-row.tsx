import type { NotificationItem, NotificationType } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { notificationMessages } from '../../messages/notifications.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { UnverifiedMark } from '../../ui/unverified.tsx'
import styles from './notification-row.module.css'
import { eventMessages, placeOf, quoteOf } from './notification-words.ts'

const signs: Record<NotificationType, ComponentProps<typeof Icon>['name']> = {
  mention: 'at',
  reply: 'comment',
  comment: 'comment',
  resolved: 'check',
  reopened: 'refresh',
  reaction: 'smile',
  suggestion_accepted: 'check',
  suggestion_rejected: 'close',
  ripple_applied: 'sliders',
  scenario_proposed: 'sliders',
  threshold_breached: 'warn',
  contradiction: 'warn',
  export_ready: 'download',
  vote_requested: 'check',
  request_assigned: 'check',
  request_due: 'clock',
  sign_off_requested: 'pen',
  decision: 'shield',
  deal_shared: 'users',
  superadmin_entered: 'shield',
}

const placeToOpen = (item: NotificationItem) => {
  const params = { dealId: item.deal_id }
  if (item.org_id !== undefined) return { to: '/organization' } as const
  if (item.type === 'vote_requested' || item.type === 'sign_off_requested')
    return { to: '/canvas/$dealId/committee', params } as const
  if (item.type === 'request_assigned' || item.type === 'request_due')
    return { to: '/canvas/$dealId/committee', params, hash: 'requests' } as const
  if (item.type === 'contradiction') return { to: '/canvas/$dealId/quality', params } as const
  return {
    to: '/canvas/$dealId',
    params,
    search: item.comment_id === '' ? {} : { comment: item.comment_id },
  } as const
}

interface NotificationRowProps {
  item: NotificationItem
  now: Date
  onOpen: () => void
  onRead: () => void
}

/** Links to where it happened; opening it marks it as read. */
export const NotificationRow = ({ item, now, onOpen, onRead }: NotificationRowProps) => (
  <li className={styles.notification} data-unread={!item.is_read || undefined}>
    <Link {...placeToOpen(item)} data-id={item.id} onClick={onOpen}>
      <span className={styles.who}>
        <Avatar id={item.actor_id} name={item.actor_name} picture={item.actor_avatar_url ?? null} size="medium" />
        <span className={styles.sign} data-type={item.type}>
          <Icon name={signs[item.type]} size={12} />
        </span>
      </span>
      <span>
        {eventMessages[item.type].rich({
          actor: (
            <>
              <b>{item.actor_name}</b> <UnverifiedMark verified={item.actor_email_verified} />
            </>
          ),
        })}{' '}
        <span className="text-small text-fg-3">{formatTime(item.created_at, now)}</span>
        {!item.is_read && <span className="sr-only">{notificationMessages.unreadMark()}</span>}
      </span>
      {quoteOf(item) !== '' && <span className={styles.quote}>{quoteOf(item)}</span>}
      <span className={styles.why}>
        {notificationMessages.placeAndReason({ place: placeOf(item), reason: item.reason })}
      </span>
    </Link>
    {!item.is_read && (
      <button
        type="button"
        className={styles.mark}
        title={notificationMessages.markRead()}
        aria-label={notificationMessages.markReadNamed({ event: eventMessages[item.type]({ actor: item.actor_name }) })}
        onClick={onRead}
      />
    )}
  </li>
)
