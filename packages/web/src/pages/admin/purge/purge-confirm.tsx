import type { PurgeReport } from '@deal-canvas/contract'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { counted } from '../../../ui/counted.ts'
import { Field } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { confirmation, isConfirmed, keysIn, type PurgeBody, touchedDeals } from './purge-request.ts'

interface PurgeConfirmProps {
  body: PurgeBody
  report: PurgeReport
  busy: boolean
  onPurge: () => void
  onCancel: () => void
}

const nameOf = ({ deals: [deal] }: PurgeReport): string => deal?.deal_name ?? deal?.deal_id ?? 'the deal'

/** Names what will go and waits for the typed words. */
export const PurgeConfirm = ({ body, report, busy, onPurge, onCancel }: PurgeConfirmProps) => {
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const words = confirmation(body)
  const keys = counted(keysIn(report.totals), 'key')
  const confirmed = isConfirmed(body, typed)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (confirmed && !busy) onPurge()
  }
  return (
    <form className="purge-confirm" onSubmit={submit}>
      <div className="flex items-start gap-2">
        <span className="text-red">
          <Icon name="warn" />
        </span>
        <div>
          <b>
            Delete {keys} of {body.mode === 'by_deal' ? nameOf(report) : counted(touchedDeals(report), 'deal')}
          </b>
          <p className="text-small text-fg-2">
            People who have {body.mode === 'by_deal' ? 'it' : 'one of them'} open are connected anew. Replay of missed
            events starts over.{' '}
            {report.include_checkpoints ? 'Builds under way start over.' : 'Checkpoints of builds stay.'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-[0_1_320px]">
          <Field
            label={`Type “${words}” to confirm`}
            large
            value={typed}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="off"
            error={tried && !confirmed ? `Nothing was deleted. The words are “${words}”` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" look="danger" large busy={busy}>
          Purge {keys}
        </Button>
        <Button look="ghost" large onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
