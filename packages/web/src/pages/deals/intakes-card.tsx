import type { ConversationLine } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { dealMessages } from '../../messages/deals.ts'
import { Card } from '../../ui/card.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './intakes-card.module.css'

const formatStatus: Record<ConversationLine['status'], (values: { time: string }) => string> = {
  collecting: dealMessages.intakeCollecting,
  named: dealMessages.intakeNamed,
  processing: dealMessages.intakeProcessing,
  failed: dealMessages.intakeFailed,
  ready: dealMessages.intakeReady,
}

const maxShown = 3

/** Intakes that were started and not finished. */
export const IntakesCard = ({ intakes }: { intakes: readonly ConversationLine[] }) => {
  const now = useNow()
  if (intakes.length === 0) return null
  return (
    <div className={styles.intakes}>
      <Card title={dealMessages.intakes({ count: intakes.length })}>
        <ul className="rows">
          {intakes.slice(0, maxShown).map((intake) => {
            const name = intake.deal_name ?? dealMessages.unnamed()
            return (
              <li key={intake.conversation_id}>
                <span className="min-w-0 flex-1">
                  <b className="block truncate">{name}</b>
                  <span className="block text-small text-fg-3">
                    {formatStatus[intake.status]({ time: formatTime(intake.created_at, now) })}
                  </span>
                </span>
                <Link
                  to="/intake/$conversationId"
                  params={{ conversationId: intake.conversation_id }}
                  className="btn"
                  aria-label={dealMessages.continueNamed({ name })}
                >
                  {dealMessages.continue()}
                </Link>
              </li>
            )
          })}
        </ul>
      </Card>
    </div>
  )
}
