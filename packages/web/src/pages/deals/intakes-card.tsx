import type { ConversationLine } from '@deal-canvas/contract'
import { Link } from '@tanstack/react-router'
import { Card } from '../../ui/card.tsx'
import { counted } from '../../ui/counted.ts'
import { formatTime } from '../../ui/format-time.ts'
import { useNow } from '../../ui/use-now.ts'

const stands: Record<ConversationLine['status'], string> = {
  collecting: 'Has no name yet',
  named: 'Has a name, ready to build',
  processing: 'Being built',
  failed: 'The build failed; see why and try again',
  ready: 'Built',
}

const most = 3

/** Deals that somebody began to bring in and has not finished. */
export const IntakesCard = ({ intakes }: { intakes: readonly ConversationLine[] }) => {
  const now = useNow()
  if (intakes.length === 0) return null
  return (
    <div className="deals-intakes">
      <Card title={counted(intakes.length, 'new deal under way', 'new deals under way')}>
        <ul className="rows">
          {intakes.slice(0, most).map((intake) => {
            const name = intake.deal_name ?? 'Unnamed deal'
            return (
              <li key={intake.conversation_id}>
                <span className="min-w-0 flex-1">
                  <b className="block truncate">{name}</b>
                  <span className="block text-small text-fg-3">
                    {stands[intake.status]}, begun {formatTime(intake.created_at, now)}
                  </span>
                </span>
                <Link
                  to="/intake/$conversationId"
                  params={{ conversationId: intake.conversation_id }}
                  className="btn"
                  aria-label={`Continue ${name}`}
                >
                  Continue
                </Link>
              </li>
            )
          })}
        </ul>
      </Card>
    </div>
  )
}
