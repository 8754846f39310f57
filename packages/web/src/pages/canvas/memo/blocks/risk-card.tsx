import type { RiskEvidence, RiskView } from '@deal-canvas/memo'
import { blockMessages as messages } from '../../../../messages/blocks.ts'
import { LiveNumber } from '../live-number.tsx'
import { DocumentPlace } from './document-place.tsx'
import styles from './memo-block.module.css'

const keyOf = (evidence: RiskEvidence): string =>
  evidence.kind === 'metric' ? evidence.metric : `${evidence.documentId} ${evidence.page} ${evidence.quote}`

/** A risk with what mitigates it, who owns it and where it shows. */
export const RiskCard = ({ view: { statement, severity, mitigant, owner, evidence } }: { view: RiskView }) => (
  <article className={styles.risk} data-severity={severity} aria-label={messages.riskLabel({ severity })}>
    <p>
      <b>{messages.severity({ severity })}</b> {statement}
    </p>
    {mitigant !== undefined && <p>{messages.mitigant.rich({ mitigant, b: (text) => <b>{text}</b> })}</p>}
    {(owner !== undefined || evidence.length > 0) && (
      <ul>
        {owner !== undefined && <li>{messages.owner({ owner })}</li>}
        {evidence.map((one) => (
          <li key={keyOf(one)}>
            {one.kind === 'metric' ? (
              <>
                {one.label} <LiveNumber metricKey={one.metric} writtenAt={undefined} inLink={false} />
              </>
            ) : (
              <DocumentPlace {...one} />
            )}
          </li>
        ))}
      </ul>
    )}
  </article>
)
