import type { PurgeReport } from '@deal-canvas/contract'
import { type SubmitEvent, useState } from 'react'
import { adminPurgeMessages } from '../../../messages/admin-purge.ts'
import { commonMessages } from '../../../messages/common.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './purge-confirm.module.css'
import { confirmation, isConfirmed, keysIn, type PurgeBody, touchedDeals } from './purge-request.ts'

interface PurgeConfirmProps {
  body: PurgeBody
  report: PurgeReport
  busy: boolean
  onPurge: () => void
  onCancel: () => void
}

const nameOf = ({ deal_id }: PurgeBody, { deals: [deal] }: PurgeReport): string => deal?.deal_name ?? deal_id ?? ''

/** Names what will be deleted and requires a typed confirmation. */
export const PurgeConfirm = ({ body, report, busy, onPurge, onCancel }: PurgeConfirmProps) => {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const words = confirmation(body)
  const keys = keysIn(report.totals)
  const confirmed = isConfirmed(body, typed)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (confirmed && !busy) onPurge()
  }
  return (
    <form className={styles.confirm} onSubmit={submit}>
      <div className="flex items-start gap-2">
        <span className="text-red">
          <Icon name="warn" />
        </span>
        <div>
          <b>
            {body.mode === 'by_deal'
              ? adminPurgeMessages.deleteOfDeal({ keys, deal: nameOf(body, report) })
              : adminPurgeMessages.deleteOfDeals({ keys, deals: touchedDeals(report) })}
          </b>
          <p className="text-small text-fg-2">
            {body.mode === 'by_deal' ? adminPurgeMessages.effectOnDeal() : adminPurgeMessages.effectOnDeals()}{' '}
            {report.include_checkpoints ? adminPurgeMessages.buildsRestart() : adminPurgeMessages.buildsKept()}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[0_1_320px]">
          <Field
            label={adminPurgeMessages.confirm({ words })}
            large
            value={typed}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            error={tried && !confirmed ? adminPurgeMessages.notConfirmed({ words }) : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="danger" large busy={busy}>
          {adminPurgeMessages.submit({ keys })}
        </Button>
        <Button look="ghost" large onClick={onCancel}>
          {commonMessages.cancel()}
        </Button>
      </div>
    </form>
  )
}
