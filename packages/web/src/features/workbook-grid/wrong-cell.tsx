import { canEditDeal } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useCanvas, useDealId, useMetrics } from '../../deal-data/canvas-query.ts'
import { canvasMessages } from '../../messages/canvas.ts'
import styles from './wrong-cell.module.css'

interface WrongCellProps {
  metricKey: string
  /** A full button; otherwise a small link next to the number. */
  isButton?: boolean
}

/** A link for editors from a number to the choice of its cell. Renders nothing for others, or without a cell. */
export const WrongCell = ({ metricKey, isButton = false }: WrongCellProps) => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const metric = useMetrics().get(metricKey)
  const canChange = canEditDeal(deal)
  if (!canChange || metric === undefined || metric.source === null) return null
  return (
    <Link
      className={isButton ? 'btn ghost' : styles.wrongCell}
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
