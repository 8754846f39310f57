import {
  type ApiKeyScope,
  apiKeyScopes,
  type BodyOf,
  createApiKey,
  defaultKeyDays,
  type IssuedApiKey,
  maxApiKeyNameLength,
  type OrgRole,
} from '@deal-canvas/contract'
import { useState } from 'react'
import { apiKeyMessages as messages } from '../../messages/api-keys.ts'
import { aboutField, isAboutFields } from '../../session/about-field.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { useCreation } from '../../session/use-creation.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { ChooseKeyDeals } from './choose-key-deals.tsx'

interface CreateKeyDialogProps {
  orgId: string
  acting: OrgRole
  onMade: (made: IssuedApiKey) => void
  onClose: () => void
}

const lifetimes = [30, defaultKeyDays, 180, 365]
const ofOwners: readonly ApiKeyScope[] = ['admin', 'provisioning']

export const CreateKeyDialog = ({ orgId, acting, onMade, onClose }: CreateKeyDialogProps) => {
  const { session } = useServices()
  const [name, setName] = useState('')
  const [scope, setScope] = useState<ApiKeyScope>('read')
  const [which, setWhich] = useState<'chosen' | 'all'>('chosen')
  const [deals, setDeals] = useState<readonly string[]>([])
  const [days, setDays] = useState(defaultKeyDays)
  const create = useCreation(
    (body: BodyOf<typeof createApiKey>, idempotencyKey) =>
      session.client.call(createApiKey, { params: { org_id: orgId }, body, idempotencyKey }),
    onMade,
  )
  const scopes = apiKeyScopes.filter((item) => acting === 'owner' || !ofOwners.includes(item))
  const seesDeals = scope !== 'provisioning'
  const isForAll = seesDeals && which === 'all'
  return (
    <FormDialog
      title={messages.create()}
      act={messages.create()}
      busy={create.isPending}
      idle={name.trim() === ''}
      wrong={create.isError && !isAboutFields(create.error, ['name']) ? sentenceFor(create.error) : undefined}
      refusal={create.error}
      onSubmit={() =>
        create.mutate({
          name: name.trim(),
          scope,
          all_deals: isForAll,
          deal_ids: seesDeals && !isForAll ? [...deals] : [],
          expires_in_days: days,
        })
      }
      onClose={onClose}
    >
      <Field
        label={messages.name()}
        hint={messages.nameHint()}
        maxLength={maxApiKeyNameLength}
        autoFocus
        value={name}
        error={aboutField(create.error, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label={messages.scope()}
        hint={messages.scopeHint({ scope })}
        value={scope}
        onChange={({ target }) => setScope(scopes.find((item) => item === target.value) ?? 'read')}
      >
        {scopes.map((item) => (
          <option key={item} value={item}>
            {messages.scopeOption({ scope: item })}
          </option>
        ))}
      </SelectField>
      {seesDeals && acting === 'owner' && (
        <Segments
          label={messages.deals()}
          choices={[
            ['chosen', messages.dealsChosen()],
            ['all', messages.dealsAll()],
          ]}
          chosen={which}
          onChoose={setWhich}
        />
      )}
      {isForAll && <p className="text-small text-fg-2">{messages.allDealsHint()}</p>}
      {seesDeals && !isForAll && <ChooseKeyDeals orgId={orgId} chosen={deals} onChoose={setDeals} />}
      <SelectField label={messages.expiry()} value={days} onChange={({ target }) => setDays(Number(target.value))}>
        {lifetimes.map((count) => (
          <option key={count} value={count}>
            {messages.expiryDays({ days: count })}
          </option>
        ))}
      </SelectField>
      <p className="text-small text-fg-3">{messages.neverDecides()}</p>
    </FormDialog>
  )
}
