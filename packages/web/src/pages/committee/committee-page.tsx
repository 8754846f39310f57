import { canManageDeal } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { committeeQuery, finalizationQuery } from '../../deal-data/committee-query.ts'
import { DecidedCard } from '../../features/decision/decided-card.tsx'
import { ExportDialog } from '../../features/exports/export-dialog.tsx'
import { committeeMessages as messages } from '../../messages/committee.ts'
import { commonMessages } from '../../messages/common.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './committee-page.module.css'
import { ConditionsCard } from './conditions-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import { formatBasis } from './format-basis.ts'
import { MeetingCard } from './meeting-card.tsx'
import { MyVoteCard } from './my-vote-card.tsx'
import { ReadinessCard } from './readiness-card.tsx'
import { RequestsCard } from './requests-card.tsx'
import { SignOffsCard } from './sign-offs-card.tsx'
import { VotesCard } from './votes-card.tsx'

/** What is open, what the committee votes, and the decision of a deal. */
export const CommitteePage = () => {
  const dealId = useDealId()
  const { deal } = useCanvas()
  const { client } = useServices().session
  const [exporting, setExporting] = useState(false)
  const { data: committee, error, refetch } = useQuery(committeeQuery(client, dealId))
  const { data: finalization } = useQuery(finalizationQuery(client, dealId))
  return (
    <div className={`page ${styles.page}`}>
      <title>{messages.pageTitle({ deal: deal.name })}</title>
      <header className="page-top">
        <h1>{messages.title()}</h1>
        {committee !== undefined && <p className="text-small text-fg-3">{formatBasis(committee)}</p>}
        <span className="flex-1" />
        <Link className="btn" to="/canvas/$dealId/versions" params={{ dealId }}>
          {messages.compareVersions()}
        </Link>
        <Button onClick={() => setExporting(true)}>
          <Icon name="download" size={14} />
          {messages.exports()}
        </Button>
      </header>
      {error !== null && (
        <Note tone="red" act={<Button onClick={() => refetch()}>{commonMessages.tryAgain()}</Button>}>
          {sentenceFor(error)}
        </Note>
      )}
      {committee === undefined && error === null && <p role="status">{messages.loading()}</p>}
      {finalization?.status === 'finalized' && <DecidedCard finalization={finalization} />}
      {committee !== undefined && (
        <>
          <MeetingCard committee={committee} />
          <div className={styles.columns}>
            <div>
              <ReadinessCard />
              <VotesCard committee={committee} />
              <ConditionsCard />
              <RequestsCard />
            </div>
            <div>
              {committee.can_vote && <MyVoteCard committee={committee} />}
              {deal.status === 'open' && <DecisionCard committee={committee} canFinalize={canManageDeal(deal.role)} />}
              <SignOffsCard committee={committee} />
            </div>
          </div>
        </>
      )}
      {exporting && <ExportDialog deal={deal} onClose={() => setExporting(false)} />}
    </div>
  )
}
