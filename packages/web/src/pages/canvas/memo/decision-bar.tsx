import { auditTrail } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dealKey, useDealId } from '../../../deal-data/canvas-query.ts'
import { memoMessages } from '../../../messages/memo.ts'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from './decision-bar.module.css'

const b = (text: ReactNode) => <b>{text}</b>

/** Shown on a finalized deal, which is read-only. */
export const DecisionBar = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data } = useQuery({
    queryKey: [...dealKey(dealId), 'record', 'decision'],
    queryFn: ({ signal }) => client.call(auditTrail, { params: { deal_id: dealId }, query: { limit: 1 }, signal }),
  })
  const finalization = data?.finalization
  const decision = memoMessages[finalization?.decision ?? 'finalized']()
  return (
    <div className={styles.decision} role="status">
      <Icon name="lock" size={14} />
      <p>
        {finalization?.decided_at
          ? memoMessages.decisionAt.rich({ decision, b, time: <RelativeTime at={finalization.decided_at} /> })
          : memoMessages.decision.rich({ decision, b })}
      </p>
      <Link className="btn" to="/canvas/$dealId/record" params={{ dealId }}>
        {memoMessages.openRecord()}
      </Link>
    </div>
  )
}
