import { canEditDeal, type QualityFinding, reopenFinding } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dealKey, useCanvas, useDealId } from '../../deal-data/canvas-query.ts'
import { AskButton } from '../../features/requests/ask-button.tsx'
import { qualityMessages as messages } from '../../messages/quality.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './findings-card.module.css'
import { SettleFindingDialog } from './settle-finding-dialog.tsx'

/** How a finding was settled, and what people can do about it. */
export const FindingActs = ({ finding }: { finding: QualityFinding }) => {
  const { queries, session } = useServices()
  const dealId = useDealId()
  const { deal } = useCanvas()
  const [isSettling, setSettling] = useState(false)
  const reopen = useMutation({
    mutationFn: () =>
      session.client.call(reopenFinding, {
        params: { deal_id: dealId, finding_id: finding.id },
        ifMatch: finding.version,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...dealKey(dealId), 'quality'] }),
  })
  const { id, title, sheet, cell, settlement } = finding
  const name = cell === null ? title : `${title} (${sheet}!${cell})`
  return (
    <>
      {settlement !== null && (
        <p className="text-small text-fg-3">
          {messages.settledBy.rich({
            person: settlement.by,
            time: <RelativeTime at={settlement.at} />,
            reason: settlement.reason,
          })}
        </p>
      )}
      <div className={styles.acts}>
        {canEditDeal(deal) && (
          <Button aria-label={messages.settleNamed({ finding: name })} onClick={() => setSettling(true)}>
            {messages.settle()}
          </Button>
        )}
        {canEditDeal(deal) && settlement !== null && (
          <Button
            look="ghost"
            aria-label={messages.reopenNamed({ finding: name })}
            busy={reopen.isPending}
            onClick={() => reopen.mutate()}
          >
            {messages.reopen()}
          </Button>
        )}
        <AskButton source={{ kind: 'finding', id }} title={name} />
      </div>
      {reopen.isError && <Note tone="red">{sentenceFor(reopen.error)}</Note>}
      {isSettling && <SettleFindingDialog finding={finding} onClose={() => setSettling(false)} />}
    </>
  )
}
