import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { notificationMessages } from '../../messages/notifications.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import { NotificationList } from './notification-list.tsx'
import styles from './notification-popover.module.css'
import { shownChoices } from './notification-words.ts'
import { type Shown, useMarkRead } from './notifications-query.ts'

/** The latest notifications, below the bell. */
export const NotificationPopover = ({ unread, onClose }: { unread: number; onClose: () => void }) => {
  const [shown, setShown] = useState<Shown>('all')
  const read = useMarkRead()
  return (
    <>
      <div className={styles.head}>
        <h2 className="flex-1 text-ui">{notificationMessages.title()}</h2>
        <Segments
          label={notificationMessages.show()}
          choices={shownChoices(unread)}
          chosen={shown}
          onChoose={setShown}
        />
        <Button look="ghost" busy={read.isPending} idle={unread === 0} onClick={() => read.mutate('all')}>
          {notificationMessages.markAllRead()}
        </Button>
      </div>
      {read.isError && (
        <Note tone="red">{notificationMessages.notMarkedRead({ reason: sentenceFor(read.error) })}</Note>
      )}
      <div className={styles.body}>
        <NotificationList shown={shown} latest onOpen={onClose} />
      </div>
      <div className={styles.foot}>
        <span className={styles.keys}>{notificationMessages.keys.rich({ kbd: (key) => <kbd>{key}</kbd> })}</span>
        <span className="flex-1" />
        <Link to="/notifications" className="btn ghost" onClick={onClose}>
          {notificationMessages.allNotifications()}
        </Link>
      </div>
    </>
  )
}
