import type { ReconciliationFinding } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { useDealId, useMetrics } from '../../deal-data/canvas-query.ts'
import { factMessages as messages } from '../../messages/facts.ts'
import { formatMetric } from '../../ui/format-metric.ts'

/** Opens a what-if with the number of the document. Only an input of the model can be tried. */
export const TryLink = ({ finding }: { finding: ReconciliationFinding }) => {
  const dealId = useDealId()
  const metric = useMetrics().get(finding.metric_key)
  if (finding.compared_with.document_id !== null || metric === undefined || metric.kind !== 'input') return null
  const { value } = finding.stated
  return (
    <Link
      className="btn ghost"
      to="/canvas/$dealId"
      params={{ dealId }}
      search={{ whatIf: finding.metric_key, value }}
      aria-label={messages.tryName({ value: formatMetric(value, finding.unit), metric: finding.label })}
    >
      {messages.tryInWhatIf()}
    </Link>
  )
}
