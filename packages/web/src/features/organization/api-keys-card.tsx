import { type ApiKey, canManageOrg, type IssuedApiKey, maxApiKeys, type OrgRole, revokeApiKey } from '@deal-canvas/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { commonMessages } from '../../messages/common.ts'
import { QuestionDialog } from '../../session/question-dialog.tsx'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDay } from '../../ui/day.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RowAct, RowMenu } from '../../ui/row-menu.tsx'
import { useNow } from '../../ui/use-now.ts'
import { apiKeysQuery } from './organization-query.ts'

const CreateKeyDialog = lazy(async () => ({ default: (await import('./create-key-dialog.tsx')).CreateKeyDialog }))
const RotateKeyDialog = lazy(async () => ({ default: (await import('./rotate-key-dialog.tsx')).RotateKeyDialog }))
const IssuedKeyDialog = lazy(async () => ({ default: (await import('./issued-key-dialog.tsx')).IssuedKeyDialog }))

const maxNamed = 2

const formatDeals = ({ all_deals: isForAll, scope, deals, hidden_deals: hidden }: ApiKey): string => {
  if (scope === 'provisioning') return ''
  if (isForAll) return messages.onAllDeals()
  if (deals.length === 0) return messages.onDeals({ count: hidden })
  const names = deals.slice(0, maxNamed).map(({ name }) => name)
  return messages.dealNames({ names: names.join(', '), count: deals.length + hidden - names.length })
}

/** Whether this role can replace the secret of a key, which takes the role that could create it. */
const canRotate = (role: OrgRole, { scope, all_deals: isForAll }: ApiKey): boolean =>
  role === 'owner' || (scope !== 'admin' && scope !== 'provisioning' && !isForAll)

type Open = { dialog: 'create' } | { dialog: 'rotate' | 'revoke'; key: ApiKey }

/** Keys with which programs act for the organization. */
export const ApiKeysCard = ({ orgId, acting }: { orgId: string; acting: OrgRole }) => {
  const { session, queries } = useServices()
  const { queryKey } = apiKeysQuery(session.client, orgId)
  const { data, error, refetch } = useQuery(apiKeysQuery(session.client, orgId))
  const [open, setOpen] = useState<Open>()
  const [issued, setIssued] = useState<{ issued: IssuedApiKey; isNew: boolean }>()
  const close = () => setOpen(undefined)
  const show = async (made: IssuedApiKey, isNew: boolean) => {
    setOpen(undefined)
    setIssued({ issued: made, isNew })
    await queries.invalidateQueries({ queryKey })
  }
  return (
    <Card
      title={messages.title()}
      act={
        <Button
          idle={data === undefined || data.length >= maxApiKeys}
          onClick={() => setOpen({ dialog: 'create' })}
        >
          {messages.create()}
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
      <ul className="rows">
        {data?.map((key) => (
          <li key={key.key_id} className="flex items-center gap-2">
            <KeyLines apiKey={key} />
            <RowMenu label={messages.moreFor({ name: key.name })}>
              {canRotate(acting, key) && (
                <RowAct onSelect={() => setOpen({ dialog: 'rotate', key })}>{messages.rotate()}</RowAct>
              )}
              <RowAct danger onSelect={() => setOpen({ dialog: 'revoke', key })}>
                {messages.revoke()}
              </RowAct>
            </RowMenu>
          </li>
        ))}
        {data?.length === 0 && <li className="text-fg-2">{messages.none()}</li>}
      </ul>
      <Suspense fallback={null}>
        {open?.dialog === 'create' && (
          <CreateKeyDialog orgId={orgId} acting={acting} onMade={(key) => show(key, true)} onClose={close} />
        )}
        {open?.dialog === 'rotate' && (
          <RotateKeyDialog orgId={orgId} apiKey={open.key} onMade={(key) => show(key, false)} onClose={close} />
        )}
        {issued && <IssuedKeyDialog {...issued} onClose={() => setIssued(undefined)} />}
      </Suspense>
      {open?.dialog === 'revoke' && <RevokeDialog orgId={orgId} apiKey={open.key} onClose={close} />}
    </Card>
  )
}

const KeyLines = ({ apiKey }: { apiKey: ApiKey }) => {
  const isOver = Date.parse(apiKey.expires_at) <= useNow().getTime()
  const date = formatDay(apiKey.expires_at)
  const byName = apiKey.created_by_name
  const byRole = apiKey.created_by_role
  const facts = [
    messages.scopeOption({ scope: apiKey.scope }),
    formatDeals(apiKey),
    messages.endsIn({ hint: apiKey.hint }),
  ]
  return (
    <div className="min-w-0 flex-1">
      <b className="break-words">{apiKey.name}</b>
      <p className="break-words text-small text-fg-2">{facts.filter((fact) => fact !== '').join(' · ')}</p>
      <p className="break-words text-small text-fg-3">
        <span className={isOver ? 'text-red' : undefined}>
          {isOver ? messages.expired({ date }) : messages.expires({ date })}
        </span>
        {' · '}
        {apiKey.last_used_at === null
          ? messages.neverUsed()
          : messages.lastUsed.rich({
              time: <RelativeTime at={apiKey.last_used_at} />,
              network: apiKey.last_used_network ?? '',
            })}
      </p>
      {byName !== null && (
        <p className="break-words text-small text-fg-3">
          {byRole !== null && canManageOrg(byRole)
            ? messages.createdBy({ name: byName })
            : messages.createdByFormer({ name: byName })}
        </p>
      )}
      {apiKey.former_secret_until !== null && (
        <p className="text-small text-fg-3">{messages.formerSecret({ date: formatDay(apiKey.former_secret_until) })}</p>
      )}
    </div>
  )
}

const RevokeDialog = ({ orgId, apiKey, onClose }: { orgId: string; apiKey: ApiKey; onClose: () => void }) => {
  const { session, queries } = useServices()
  const revoke = useMutation({
    mutationFn: () =>
      session.client.call(revokeApiKey, {
        params: { org_id: orgId, key_id: apiKey.key_id },
        ifMatch: apiKey.version,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: apiKeysQuery(session.client, orgId).queryKey })
      onClose()
    },
  })
  return (
    <QuestionDialog
      title={messages.revokeTitle({ name: apiKey.name })}
      act={messages.revokeKey()}
      doing={revoke}
      onClose={onClose}
    >
      {messages.revokeHint()}
    </QuestionDialog>
  )
}
