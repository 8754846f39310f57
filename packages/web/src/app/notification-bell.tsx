import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from '../features/notifications/notifications-query.ts'
import { useCountedTitle } from '../features/notifications/use-counted-title.ts'
import { useNotificationStream } from '../features/notifications/use-notification-stream.ts'
import { notificationMessages } from '../messages/notifications.ts'
import { useServices } from '../session/services.ts'
import { Icon } from '../ui/icon.tsx'
import { useLater } from '../ui/use-later.ts'
import styles from './notification-bell.module.css'

const loadPopover = () => import('./bell-popover.tsx')

/** The live unread count; opens the latest notifications. */
export const NotificationBell = () => {
  const { data: unread = 0 } = useQuery(unreadQuery(useServices().session.client))
  const said = useNotificationStream()
  const { thing: opened, warm, want } = useLater(loadPopover)
  useCountedTitle(unread)
  const bell = {
    type: 'button',
    className: `btn ghost icon ${styles.bell}`,
    'aria-label': unread === 0 ? notificationMessages.title() : notificationMessages.titleUnread({ count: unread }),
    children: (
      <>
        <Icon name="bell" />
        {unread > 0 && <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>}
      </>
    ),
  } as const
  return (
    <>
      {opened === undefined ? (
        <button
          {...bell}
          aria-haspopup="dialog"
          aria-expanded={false}
          onPointerEnter={warm}
          onFocus={warm}
          onClick={want}
        />
      ) : (
        <opened.BellPopover unread={unread} bell={bell} />
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
