import type { ReconciliationFinding } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { reconciliationQuery } from '../../deal-data/facts-query.ts'
import { DocumentLink } from '../../features/facts/document-link.tsx'
import { SettleDialog } from '../../features/facts/settle-dialog.tsx'
import { TryLink } from '../../features/facts/try-link.tsx'
import { AskButton } from '../../features/requests/ask-button.tsx'
import { factMessages as messages } from '../../messages/facts.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { formatBeforeAfter, formatChange, formatMetric } from '../../ui/format-metric.ts'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useShowHash } from '../../ui/use-show-hash.ts'
import styles from './contradictions-card.module.css'
import { severityLooks, severityNames } from './severity.ts'

interface ContradictionsCardProps {
  canEdit: boolean
  onOpen: (place: { sheet: string; cell: string }) => void
}

/** Where documents contradict the numbers of the deal or each other. */
export const ContradictionsCard = ({ canEdit, onOpen }: ContradictionsCardProps) => {
  const dealId = useDealId()
  const found = useQuery(reconciliationQuery(useServices().session.client, dealId))
  const [settling, setSettling] = useState<string>()
  const { data } = found
  useShowHash(found.isSuccess)
  const differing = data?.findings.filter(({ status }) => status === 'differs') ?? []
  const chosen = differing.find(({ id }) => id === settling)
  if (data === undefined) return found.isError ? <Note tone="red">{sentenceFor(found.error)}</Note> : null
  const { open, settled, agrees } = data.counts
  const isEmpty = open + settled + agrees === 0
  if (isEmpty && data.status === 'current') return null
  return (
    <Card
      title={messages.title()}
      act={<span className="pr-2 text-small text-fg-3">{messages.summary({ open, agrees })}</span>}
    >
      {data.status === 'pending' && (
        <p role="status" className="px-4 py-3 text-small text-fg-3">
          {messages.pending()}
        </p>
      )}
      {differing.length === 0 && data.status === 'current' && <p className="p-4 text-fg-2">{messages.none()}</p>}
      <ul className={`rows ${styles.findings}`}>
        {differing.map((finding) => (
          <li key={finding.id} id={`contradiction-${finding.id}`} tabIndex={-1}>
            <Contradiction finding={finding} onOpen={onOpen} />
            <div className={styles.acts}>
              {canEdit && (
                <>
                  <Button
                    aria-label={messages.settleName({ metric: finding.label })}
                    onClick={() => setSettling(finding.id)}
                  >
                    {messages.settle()}
                  </Button>
                  <TryLink finding={finding} />
                </>
              )}
              <AskButton source={{ kind: 'contradiction', id: finding.id }} title={finding.label} />
            </div>
          </li>
        ))}
      </ul>
      {open + settled > differing.length && (
        <p className="px-4 py-3 text-small text-fg-3">{messages.moreFindings({ count: differing.length })}</p>
      )}
      {chosen !== undefined && <SettleDialog finding={chosen} onClose={() => setSettling(undefined)} />}
    </Card>
  )
}

const Contradiction = ({
  finding,
  onOpen,
}: { finding: ReconciliationFinding } & Pick<ContradictionsCardProps, 'onOpen'>) => {
  const { label, unit, severity, stated, compared_with: other, difference, effects, settlement } = finding
  const { sheet, cell } = other
  const context = [finding.period, finding.qualifier].filter(Boolean).join(', ')
  return (
    <div className={styles.finding}>
      <h3>
        {label}
        {context !== '' && <span className="text-fg-3"> {context}</span>}
        {settlement === null ? (
          severity !== null && <span className={`chip ${severityLooks[severity]}`}>{severityNames[severity]}</span>
        ) : (
          <span className="chip green">{messages.settled({ choice: settlement.choice })}</span>
        )}
      </h3>
      <dl className={styles.values}>
        <div>
          <dt>{messages.document()}</dt>
          <dd>
            <b>{formatMetric(stated.value, unit)}</b> <DocumentLink className="text-small text-fg-3" stated={stated} />
          </dd>
        </div>
        <div>
          <dt>{other.document_id === null ? messages.model() : messages.otherDocument()}</dt>
          <dd>
            <b>{formatMetric(other.value, unit)}</b>{' '}
            {other.document_id === null && sheet !== null && cell !== null ? (
              <button type="button" className={styles.cell} onClick={() => onOpen({ sheet, cell })}>
                {`${sheet}!${cell}`}
              </button>
            ) : (
              <DocumentLink className="text-small text-fg-3" stated={other} />
            )}
          </dd>
        </div>
      </dl>
      {stated.quote !== null && <blockquote className={styles.quote}>{stated.quote}</blockquote>}
      <p className="text-small text-fg-2">
        {messages.difference({ difference: formatChange(difference, unit) })}{' '}
        {effects.length > 0 &&
          messages.effects({
            effects: effects
              .map((effect) => {
                const { before, after } = formatBeforeAfter(effect)
                return messages.effect({ metric: effect.label, before, after })
              })
              .join(', '),
          })}
      </p>
      {settlement !== null && (
        <p className="text-small text-fg-3">
          {messages.settledBy.rich({
            person: settlement.by ?? messages.someone(),
            time: <RelativeTime at={settlement.at} />,
            reason: settlement.reason,
          })}
        </p>
      )}
    </div>
  )
}
