import { auditTrail } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useServices } from '../../../session/services.ts'
import { Icon } from '../../../ui/icon.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { dealKey, useDealId } from '../canvas-query.ts'

const decided = { approved: 'Approved', declined: 'Declined', deferred: 'Deferred' } as const

/** A decided deal is a record: it is read, and no longer written. */
export const DecisionBar = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const { data } = useQuery({
    queryKey: [...dealKey(dealId), 'record', 'decision'],
    queryFn: ({ signal }) => client.call(auditTrail, { params: { deal_id: dealId }, query: { limit: 1 }, signal }),
  })
  const finalization = data?.finalization
  return (
    <div className="memo-decision" role="status">
      <Icon name="lock" size={14} />
      <p>
        <b>{finalization?.decision ? decided[finalization.decision] : 'Decided'}</b>
        {finalization?.decided_at && (
          <>
            {' '}
            <RelativeTime at={finalization.decided_at} />
          </>
        )}
        . The memo can be read and no longer changed.
      </p>
      <Link className="btn" to="/canvas/$dealId/record" params={{ dealId }}>
        Open the record
      </Link>
    </div>
  )
}
