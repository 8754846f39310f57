import {
  deleteWebhook,
  editWebhook,
  maxWebhooks,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookWithSecret,
  webhookPausedAfterHours,
  webhookRotationHours,
} from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { commonMessages } from '../../../messages/common.ts'
import { webhookMessages as messages } from '../../../messages/webhooks.ts'
import { QuestionDialog } from '../../../session/question-dialog.tsx'
import { sentenceFor } from '../../../session/sentence-for.ts'
import { useServices } from '../../../session/services.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Note } from '../../../ui/note.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { RowAct, RowMenu } from '../../../ui/row-menu.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { webhooksQuery } from './webhooks-query.ts'

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }))
const DeliveriesDialog = lazy(async () => ({ default: (await import('./deliveries-dialog.tsx')).DeliveriesDialog }))

type Open =
  | { kind: 'new' | 'none' }
  | { kind: 'edit' | 'log' | 'rotate' | 'remove'; webhook: Webhook }
  | { kind: 'secret'; made: WebhookWithSecret }

const stateOf = (webhook: Webhook): ReactNode => {
  if (webhook.disabled_reason === 'gone') return messages.gone()
  if (webhook.disabled_reason === 'failing') return messages.paused({ hours: webhookPausedAfterHours })
  if (!webhook.enabled) return messages.disabled()
  if (webhook.failing_since !== null) return messages.fails.rich({ time: <RelativeTime at={webhook.failing_since} /> })
  return webhook.last_delivered_at === null
    ? messages.waits()
    : messages.works.rich({ time: <RelativeTime at={webhook.last_delivered_at} /> })
}

/** Where the organization sends events of its deals. */
export const WebhooksCard = ({ orgId }: { orgId: string }) => {
  const { session, queries } = useServices()
  const list = webhooksQuery(session.client, orgId)
  const { data, error, refetch } = useQuery(list)
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const [said, setSaid] = useState('')
  const close = (): void => setOpen({ kind: 'none' })
  const refresh = () => queries.invalidateQueries({ queryKey: list.queryKey })
  const paramsOf = ({ id }: Webhook) => ({ org_id: orgId, webhook_id: id })

  const enable = useMutation({
    mutationFn: (webhook: Webhook) =>
      session.client.call(editWebhook, {
        params: paramsOf(webhook),
        body: { enabled: !webhook.enabled },
        ifMatch: webhook.version,
      }),
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: (webhook: Webhook) => session.client.call(testWebhook, { params: paramsOf(webhook) }),
    onSuccess: (_, { name }) => setSaid(messages.testSent({ name })),
  })
  const rotate = useMutation({
    mutationFn: (webhook: Webhook) =>
      session.client.call(rotateWebhookSecret, { params: paramsOf(webhook), ifMatch: webhook.version }),
    onSuccess: async (made) => {
      await refresh()
      setOpen({ kind: 'secret', made })
    },
  })
  const remove = useMutation({
    mutationFn: (webhook: Webhook) =>
      session.client.call(deleteWebhook, { params: paramsOf(webhook), ifMatch: webhook.version }),
    onSuccess: async () => {
      await refresh()
      close()
    },
  })
  const failed = enable.error ?? test.error
  const isFull = data !== undefined && data.length >= maxWebhooks
  return (
    <Card
      title={messages.title()}
      act={
        <Button idle={data === undefined || isFull} onClick={() => setOpen({ kind: 'new' })}>
          {messages.add()}
        </Button>
      }
    >
      {error !== null && (
        <div className="p-[14px]">
          <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
            {sentenceFor(error)}
          </Note>
        </div>
      )}
      {failed !== null && (
        <div className="p-[14px]">
          <Note tone="red">{sentenceFor(failed)}</Note>
        </div>
      )}
      <p role="status" className={said === '' ? 'sr-only' : 'px-[14px] pt-[10px] text-small text-fg-2'}>
        {said}
      </p>
      <ul className="rows">
        {data?.map((webhook) => (
          <li key={webhook.id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <b className="break-words">{webhook.name}</b>
              <p className="break-words text-small text-fg-3">{new URL(webhook.url).host}</p>
              <p className="text-small text-fg-2">{stateOf(webhook)}</p>
              {webhook.dead_letters > 0 && (
                <p className="text-small text-red">{messages.deadLetters({ count: webhook.dead_letters })}</p>
              )}
            </div>
            <RowMenu label={messages.moreFor({ name: webhook.name })}>
              <RowAct onSelect={() => setOpen({ kind: 'log', webhook })}>{messages.deliveries()}</RowAct>
              <RowAct onSelect={() => test.mutate(webhook)}>{messages.sendTest()}</RowAct>
              <RowAct onSelect={() => setOpen({ kind: 'edit', webhook })}>{messages.edit()}</RowAct>
              <RowAct onSelect={() => enable.mutate(webhook)}>
                {webhook.enabled ? messages.disable() : messages.enable()}
              </RowAct>
              <RowAct onSelect={() => setOpen({ kind: 'rotate', webhook })}>{messages.rotate()}</RowAct>
              <RowAct danger onSelect={() => setOpen({ kind: 'remove', webhook })}>
                {messages.remove()}
              </RowAct>
            </RowMenu>
          </li>
        ))}
        {data?.length === 0 && <li className="text-fg-2">{messages.none()}</li>}
      </ul>
      <Suspense fallback={null}>
        {(open.kind === 'new' || open.kind === 'edit') && (
          <WebhookDialog
            orgId={orgId}
            webhook={open.kind === 'edit' ? open.webhook : undefined}
            onClose={close}
            onCreated={(made) => setOpen({ kind: 'secret', made })}
          />
        )}
        {open.kind === 'log' && <DeliveriesDialog orgId={orgId} webhook={open.webhook} onClose={close} />}
      </Suspense>
      {open.kind === 'secret' && <SecretDialog made={open.made} onClose={close} />}
      {open.kind === 'rotate' && (
        <QuestionDialog
          title={messages.rotateTitle({ name: open.webhook.name })}
          act={messages.rotateAct()}
          doing={{ ...rotate, mutate: () => rotate.mutate(open.webhook) }}
          onClose={close}
        >
          {messages.rotateHint({ hours: webhookRotationHours })}
        </QuestionDialog>
      )}
      {open.kind === 'remove' && (
        <QuestionDialog
          title={messages.removeTitle({ name: open.webhook.name })}
          act={messages.removeAct()}
          doing={{ ...remove, mutate: () => remove.mutate(open.webhook) }}
          onClose={close}
        >
          {messages.removeHint()}
        </QuestionDialog>
      )}
    </Card>
  )
}
