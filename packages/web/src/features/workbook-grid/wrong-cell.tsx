import { atLeast, dealRoles } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId, useMetrics } from '../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../messages/canvas.ts'

interface WrongCellProps {
  metricKey: string
  /** As a button among others; otherwise a small link beside the number. */
  isButton?: boolean
}

/** An editor's way from a number to the choice of its cell. Nothing for others, and for a number without a cell. */
export const WrongCell = ({ metricKey, isButton = false }: WrongCellProps) => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const metric = useMetrics().get(metricKey)
  const canChange = atLeast(dealRoles, deal.role, 'editor') && deal.status === 'open'
  if (!canChange || metric === undefined || metric.source === null) return null
  return (
    <Link
      className={isButton ? 'btn ghost' : 'wrong-cell'}
      to="/canvas/$dealId/numbers"
      params={{ dealId }}
      search={{ metric: metricKey }}
    >
      {canvasMessages.wrongCell.rich({
        metric: metric.label,
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </Link>
  )
}
