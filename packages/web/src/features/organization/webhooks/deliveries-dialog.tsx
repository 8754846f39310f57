import {
  replayWebhook,
  replayWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookFailure,
} from '@deal-canvas/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookMessages as messages } from '../../../messages/webhooks.ts'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { deliveriesQuery, webhooksQuery } from './webhooks-query.ts'

const states: Record<WebhookDeliveryState, string> = {
  waiting: messages.stateWaiting(),
  retrying: messages.stateRetrying(),
  replaying: messages.stateReplaying(),
  delivered: messages.stateDelivered(),
  failed: messages.stateFailed(),
  dead_letter: messages.stateDead(),
}

const failures: Record<WebhookFailure, string> = {
  address: messages.failureAddress(),
  bad_answer: messages.failureBadAnswer(),
  redirect: messages.failureRedirect(),
  secret: messages.failureSecret(),
  status: messages.failureStatus(),
  timeout: messages.failureTimeout(),
  unreachable: messages.failureUnreachable(),
  unresolved: messages.failureUnresolved(),
}

const underWay: ReadonlySet<WebhookDeliveryState> = new Set(['waiting', 'replaying'])

interface DeliveriesDialogProps {
  orgId: string
  webhook: Webhook
  onClose: () => void
}

/** What was sent to a webhook, the newest first. */
export const DeliveriesDialog = ({ orgId, webhook, onClose }: DeliveriesDialogProps) => {
  const { session, queries } = useServices()
  const params = { org_id: orgId, webhook_id: webhook.id }
  const query = useInfiniteQuery({
    ...deliveriesQuery(session.client, orgId, webhook.id),
    // What is being sent ends within seconds.
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => deliveries.some((item) => underWay.has(item.state))) ? 2_000 : false,
  })
  const [said, setSaid] = useState('')
  const replay = useMutation({
    mutationFn: async (id: string | undefined): Promise<number> => {
      if (id === undefined) return (await session.client.call(replayWebhook, { params })).replayed
      await session.client.call(replayWebhookDelivery, { params: { ...params, delivery_id: id } })
      return 1
    },
    onSuccess: async (count) => {
      setSaid(messages.replayed({ count }))
      // Includes the deliveries, whose key begins with that of the webhooks.
      await queries.invalidateQueries({ queryKey: webhooksQuery(session.client, orgId).queryKey })
    },
  })
  const deliveries = query.data?.pages.flatMap((page) => page.deliveries)
  const failed = query.error ?? replay.error
  return (
    <Dialog title={messages.logTitle({ name: webhook.name })} onClose={onClose}>
      <div className="grid gap-3">
        {failed !== null && <Note tone="red">{sentenceFor(failed)}</Note>}
        <p role="status" className={said === '' ? 'sr-only' : 'text-small text-fg-2'}>
          {said}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button busy={query.isRefetching} onClick={() => query.refetch()}>
            {messages.refresh()}
          </Button>
          {deliveries?.some(({ state }) => state === 'dead_letter') && (
            <Button busy={replay.isPending} onClick={() => replay.mutate(undefined)}>
              {messages.replayAll()}
            </Button>
          )}
        </div>
        <ul className="rows">
          {deliveries?.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-center gap-2">
              <DeliveryText delivery={delivery} />
              {delivery.state === 'dead_letter' && (
                <Button
                  busy={replay.isPending && replay.variables === delivery.id}
                  aria-label={messages.replayOf({ seq: delivery.seq ?? 0, type: delivery.event_type })}
                  onClick={() => replay.mutate(delivery.id)}
                >
                  {messages.replay()}
                </Button>
              )}
            </li>
          ))}
          {deliveries?.length === 0 && <li className="text-fg-2">{messages.logNone()}</li>}
        </ul>
        {query.hasNextPage && (
          <div className="text-center">
            <Button look="ghost" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
              {messages.showEarlier()}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const DeliveryText = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { state, failure, status_code: status, seq, attempts, next_attempt_at: next, note } = delivery
  return (
    <div className="min-w-0 flex-1 basis-60">
      <b className="break-words">{seq === null ? messages.test() : delivery.event_type}</b>{' '}
      <span className={state === 'delivered' ? 'text-fg-2' : 'text-red'}>{states[state]}</span>
      <p className="break-words text-small text-fg-3">
        {[
          seq === null ? undefined : messages.eventOf({ seq }),
          delivery.deal_id ?? undefined,
          attempts > 0 ? messages.attempts({ count: attempts }) : undefined,
          status === null ? undefined : messages.answered({ status: String(status) }),
          failure === null ? undefined : failures[failure],
        ]
          .filter((part) => part !== undefined)
          .join(' · ')}{' '}
        <RelativeTime at={delivery.last_attempt_at ?? delivery.created_at} />
      </p>
      {next !== null && state === 'retrying' && (
        <p className="text-small text-fg-3">{messages.nextAt.rich({ time: <RelativeTime at={next} /> })}</p>
      )}
      {note !== null && <p className="text-small text-red">{messages.gap()}</p>}
    </div>
  )
}
