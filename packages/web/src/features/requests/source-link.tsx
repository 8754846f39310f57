import type { DealRequest } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { requestMessages as messages } from '../../messages/requests.ts'

/** Opens what a request was made of. */
export const SourceLink = ({
  request: { deal_id: dealId, source, source_gone: isGone },
}: {
  request: Pick<DealRequest, 'deal_id' | 'source' | 'source_gone'>
}) => {
  if (source === null) return null
  const { kind, id } = source
  if (isGone === true) return <span>{messages.sourceGone({ kind })}</span>
  const params = { dealId }
  const text = messages.source({ kind })
  if (kind === 'comment')
    return (
      <Link to="/canvas/$dealId" params={params} search={{ comment: id }}>
        {text}
      </Link>
    )
  if (kind === 'condition')
    return (
      <Link to="/canvas/$dealId/committee" params={params}>
        {text}
      </Link>
    )
  return (
    <Link to="/canvas/$dealId/quality" params={params} hash={`${kind}-${id}`}>
      {text}
    </Link>
  )
}
