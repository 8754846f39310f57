import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { commonMessages } from '../../messages/common.ts'
import { notificationMessages } from '../../messages/notifications.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useObservable } from '../../ui/observable.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './notification-list.module.css'
import { NotificationRow } from './notification-row.tsx'
import { listQuery, type Shown, useMarkRead } from './notifications-query.ts'

interface NotificationListProps {
  shown: Shown
  /** Only the latest notifications, without a link to load more. */
  latest?: boolean
  onOpen?: () => void
}

export const NotificationList = ({ shown, latest = false, onOpen }: NotificationListProps) => {
  const { session, singleKeys } = useServices()
  const letters = useObservable(singleKeys) === 'on'
  const query = useInfiniteQuery(listQuery(session.client, shown))
  const read = useMarkRead()
  const list = useRef<HTMLUListElement>(null)
  const now = useNow()
  const pages = latest ? query.data?.pages.slice(0, 1) : query.data?.pages
  const items = pages?.flatMap((page) => page.notifications)

  /** The keys work only while the focus is in the list. */
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = keySteps[event.key]
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
    if (step !== undefined && (letters || event.key.length > 1)) {
      event.preventDefault()
      links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus()
    }
    const { id } = links[at]?.dataset ?? {}
    if (letters && event.key.toLowerCase() === 'e' && id !== undefined) {
      event.preventDefault()
      links[at]?.focus()
      read.mutate(id)
    }
  }

  if (query.isError && items === undefined)
    return (
      <div className="p-[14px]">
        <Note tone="red" act={<Button onClick={() => query.refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(query.error)}
        </Note>
      </div>
    )
  if (items === undefined) return <Skeleton />
  if (items.length === 0)
    return (
      <div className={styles.empty}>
        <Icon name="bell" />
        <p>{notificationMessages.upToDate()}</p>
        <p className="text-small text-fg-3">
          {shown === 'unread' ? notificationMessages.noUnread() : notificationMessages.noNotifications()}
        </p>
      </div>
    )
  return (
    <>
      {read.isError && (
        <div className="p-[14px]">
          <Note tone="red">{notificationMessages.notMarkedRead({ reason: sentenceFor(read.error) })}</Note>
        </div>
      )}
      <ul ref={list} onKeyDown={press}>
        {items.map((item) => (
          <NotificationRow
            key={item.id}
            item={item}
            now={now}
            onOpen={() => {
              if (!item.is_read) read.mutate(item.id)
              onOpen?.()
            }}
            onRead={() => {
              // The button disappears with the mark; keep the focus in its row.
              list.current?.querySelector<HTMLElement>(`[data-id="${item.id}"]`)?.focus()
              read.mutate(item.id)
            }}
          />
        ))}
      </ul>
      {!latest && query.hasNextPage && (
        <div className="border-t border-line p-2 text-center">
          <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {notificationMessages.showEarlier()}
          </Button>
        </div>
      )}
    </>
  )
}

const keySteps: Readonly<Record<string, number>> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 }

const Skeleton = () => (
  <ul role="status" aria-label={notificationMessages.loading()}>
    {[72, 58, 80, 64].map((width) => (
      <li key={width} className={styles.skeleton}>
        <i />
        <span>
          <i style={{ width: '40%' }} />
          <i style={{ width: `${width}%` }} />
          <i style={{ width: '52%' }} />
        </span>
      </li>
    ))}
  </ul>
)
