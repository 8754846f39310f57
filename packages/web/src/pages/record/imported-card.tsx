import type { AnswerOf, auditTrail } from '@deal-canvas/contract'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { Icon } from '../../ui/icon.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import recordPageStyles from './record-page.module.css'
import styles from './verify-card.module.css'

type Imports = NonNullable<AnswerOf<typeof auditTrail>['imports']>

/** Whose key signed the events before the deal was imported. */
export const ImportedCard = ({ imports }: { imports: Imports }) =>
  imports.length > 0 && (
    <section className={`card ${styles.verify}`} aria-label={messages.importedTitle()}>
      <Icon name="shield" />
      <div>
        <h2>{messages.importedTitle()}</h2>
        {imports.map(({ entries: count, fingerprint, imported_at }) => (
          <p key={count}>
            {messages.importedUpTo.rich({ count, time: <RelativeTime at={imported_at} /> })}
            <span className={`${recordPageStyles.mono} block break-all`}>{fingerprint}</span>
          </p>
        ))}
        <p>{messages.importedHint()}</p>
      </div>
    </section>
  )
