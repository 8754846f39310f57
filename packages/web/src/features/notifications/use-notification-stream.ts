import { type NotificationItem, notificationTypes } from '@deal-canvas/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { notificationMessages } from '../../messages/notifications.ts'
import { useMe } from '../../session/me.ts'
import { useServices } from '../../session/services.ts'
import { eventMessages } from './notification-words.ts'
import { useNotificationNews } from './notifications-query.ts'
import { onePerBrowser } from './one-per-browser.ts'

/** Messages from the tab with the stream to the others. */
type Message =
  | { readonly unread: number }
  | { readonly arrived: Pick<NotificationItem, 'id' | 'type' | 'actor_name' | 'deal_name'> }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isMessage = (message: unknown): message is Message => {
  if (!isRecord(message)) return false
  if (typeof message['unread'] === 'number') return true
  const arrived = message['arrived']
  if (!isRecord(arrived)) return false
  const texts = [arrived['id'], arrived['actor_name'], arrived['deal_name']]
  return texts.every((text) => typeof text === 'string') && notificationTypes.some((type) => type === arrived['type'])
}

/** Keeps the notification cache fresh; returns the latest notification as text for screen readers. */
export const useNotificationStream = (): string => {
  const { client } = useServices().session
  const { id: userId } = useMe()
  const news = useNotificationNews()
  const [said, setSaid] = useState('')
  const hear = useEffectEvent((message: Message) => {
    if ('unread' in message) return news.unread(message.unread)
    const { actor_name, type, deal_name } = message.arrived
    setSaid(notificationMessages.announcement({ event: eventMessages[type]({ actor: actor_name }), deal: deal_name }))
    news.arrived()
  })
  useEffect(
    () =>
      onePerBrowser<Message>({
        // Per user: a tab in which another user has just signed in must not receive these messages.
        name: `deal-canvas.notifications.${userId}`,
        locks: 'locks' in navigator ? navigator.locks : undefined,
        openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
        open: (tell) =>
          client.notifications({
            unread: (unread) => tell({ unread }),
            notification: ({ id, type, actor_name, deal_name }) =>
              tell({ arrived: { id, type, actor_name, deal_name } }),
          }).close,
        isMessage,
        hear: (message) => hear(message),
      }),
    [client, userId],
  )
  return said
}
