import { maxDealIdLength } from '@deal-canvas/contract'
import { type SubmitEvent, useState } from 'react'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { type PurgeBody, requestOf, type Scope } from './purge-request.ts'
import styles from './scope-form.module.css'

const modes = [
  ['by_deal', adminPurgeMessages.oneDeal()],
  ['all', adminPurgeMessages.everything()],
] as const

interface ScopeFormProps {
  /** The service's error about the deal. */
  dealWrong: string | undefined
  busy: boolean
  again: boolean
  onChange: () => void
  onDryRun: (body: PurgeBody) => void
}

export const ScopeForm = ({ dealWrong, busy, again, onChange, onDryRun }: ScopeFormProps) => {
  const [scope, setScope] = useState<Scope>({
    mode: 'by_deal',
    dealId: '',
    activeWithin: '30',
    includeCheckpoints: false,
  })
  const [tried, setTried] = useState(false)
  const request = requestOf(scope)
  const missing = tried && typeof request === 'string' ? request : undefined
  const edit = (change: Partial<Scope>) => {
    setScope({ ...scope, ...change })
    setTried(false)
    onChange()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (!busy && typeof request !== 'string') onDryRun(request)
  }
  return (
    <Card title={adminPurgeMessages.scope()}>
      <form className="grid gap-4 p-4" noValidate onSubmit={submit}>
        <div className="field">
          <span className="label">{adminPurgeMessages.mode()}</span>
          <div>
            <Segments
              label={adminPurgeMessages.mode()}
              choices={modes}
              chosen={scope.mode}
              onChoose={(mode) => edit({ mode })}
            />
          </div>
        </div>
        {scope.mode === 'by_deal' ? (
          <Field
            label={adminPurgeMessages.dealId()}
            placeholder={adminPurgeMessages.dealIdExample()}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxDealIdLength}
            value={scope.dealId}
            hint={adminPurgeMessages.dealIdHint()}
            error={missing ?? dealWrong}
            onChange={(event) => edit({ dealId: event.target.value })}
          />
        ) : (
          <Field
            label={adminPurgeMessages.activeWithin()}
            inputMode="numeric"
            value={scope.activeWithin}
            hint={adminPurgeMessages.activeWithinHint()}
            error={missing}
            onChange={(event) => edit({ activeWithin: event.target.value })}
          />
        )}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={scope.includeCheckpoints}
            onChange={(event) => edit({ includeCheckpoints: event.target.checked })}
          />
          <span>
            {adminPurgeMessages.includeCheckpoints()}
            <span className="block text-small text-fg-3">{adminPurgeMessages.includeCheckpointsHint()}</span>
          </span>
        </label>
        <Button type="submit" look="primary" large busy={busy}>
          <Icon name="refresh" />
          {again ? adminPurgeMessages.dryRunAgain() : adminPurgeMessages.dryRun()}
        </Button>
        <p className="hint">{adminPurgeMessages.dryRunHint()}</p>
      </form>
    </Card>
  )
}
