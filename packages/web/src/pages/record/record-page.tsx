import { useInfiniteQuery } from '@tanstack/react-query'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { DecidedCard } from '../../features/decision/decided-card.tsx'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { useServices } from '../../session/services.ts'
import { ExportButton } from './export-button.tsx'
import { ImportedCard } from './imported-card.tsx'
import styles from './record-page.module.css'
import { TimelineCard } from './timeline-card.tsx'
import { trailQuery } from './trail-query.ts'
import { VerifyCard } from './verify-card.tsx'

/** The audit trail and the decision of a deal. */
export const RecordPage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const trail = useInfiniteQuery(trailQuery(useServices().session.client, dealId, undefined))
  const finalization = trail.data?.pages[0]?.finalization
  return (
    <div className={`page ${styles.page}`}>
      <title>{messages.pageTitle({ deal: deal.name })}</title>
      <header className="page-top">
        <h1>{messages.title()}</h1>
        <p className="text-small text-fg-3">{messages.subtitle()}</p>
        <span className="flex-1" />
        <ExportButton />
      </header>
      {finalization?.status === 'finalized' && <DecidedCard finalization={finalization} />}
      <div className={styles.columns}>
        <TimelineCard />
        <aside aria-label={messages.verification()}>
          <ImportedCard imports={trail.data?.pages[0]?.imports ?? []} />
          <VerifyCard />
        </aside>
      </div>
    </div>
  )
}
