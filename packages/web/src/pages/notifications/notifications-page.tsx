import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotificationList } from '../../features/notifications/notification-list.tsx'
import { shownChoices } from '../../features/notifications/notification-words.ts'
import { type Shown, unreadQuery, useMarkRead } from '../../features/notifications/notifications-query.ts'
import { appMessages } from '../../messages/app.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Segments } from '../../ui/segments.tsx'
import styles from './notifications-page.module.css'

export const NotificationsPage = () => {
  const { data: unread = 0 } = useQuery(unreadQuery(useServices().session.client))
  const [shown, setShown] = useState<Shown>('all')
  const read = useMarkRead()
  return (
    <div className={`page ${styles.page}`}>
      <title>{appMessages.pageTitle({ title: notificationMessages.title() })}</title>
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="flex-1 text-h1 tracking-tight">{notificationMessages.title()}</h1>
        <Segments
          label={notificationMessages.show()}
          choices={shownChoices(unread)}
          chosen={shown}
          onChoose={setShown}
        />
        <Button look="ghost" busy={read.isPending} idle={unread === 0} onClick={() => read.mutate('all')}>
          {notificationMessages.markAllRead()}
        </Button>
      </header>
      {read.isError && (
        <div className="mb-4">
          <Note tone="red">{notificationMessages.notMarkedRead({ reason: sentenceFor(read.error) })}</Note>
        </div>
      )}
      <section
        className="card overflow-hidden"
        aria-label={shown === 'all' ? notificationMessages.allNotifications() : notificationMessages.showUnread()}
      >
        <NotificationList shown={shown} />
      </section>
    </div>
  )
}
