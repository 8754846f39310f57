import { type Conversation, workbookKinds } from '@deal-canvas/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readingQuery } from '../../deal-data/reading-query.ts'
import { tallyOf } from '../../deal-data/reading-state.ts'
import { intakeMessages } from '../../messages/intake.ts'
import { readingMessages } from '../../messages/reading.ts'
import { useServices } from '../../session/services.ts'
import { Card } from '../../ui/card.tsx'
import styles from './numbers-card.module.css'

/** Links to the numbers read from the workbook; a deal without a workbook has nothing to check. */
export const NumbersCard = ({ conversation }: { conversation: Conversation }) => {
  const { conversation_id: conversationId, files } = conversation
  const hasWorkbook = files.some(({ kind }) => workbookKinds.has(kind))
  const reading = useQuery({
    ...readingQuery(useServices().session.client, { conversationId }),
    enabled: hasWorkbook,
  })
  if (!hasWorkbook || reading.data?.status === 'no_model') return null
  const tally = reading.data?.status === 'ready' ? tallyOf(reading.data.metrics) : undefined
  return (
    <Card title={intakeMessages.numbers()}>
      <div className={styles.numbers}>
        <p role="status" className="text-small text-fg-2">
          {tally === undefined ? readingMessages.pending() : readingMessages.tally(tally)}
        </p>
        <Link to="/intake/$conversationId/numbers" params={{ conversationId }} className="btn">
          {readingMessages.title()}
        </Link>
      </div>
    </Card>
  )
}
