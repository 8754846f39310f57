import { verifyAuditTrail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDealId } from '../../deal-data/canvas-query.ts'
import { auditTrailMessages as messages } from '../../messages/audit-trail.ts'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { clockTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import recordPageStyles from './record-page.module.css'
import styles from './verify-card.module.css'

/** A saved event number and hash to compare with, if both were entered. */
const keptHead = (entered: { seq: string; hash: string }): { seq?: number; hash?: string } => {
  const seq = Number(entered.seq.trim())
  const hash = entered.hash.trim().toLowerCase()
  return entered.seq.trim() === '' || hash === '' || !Number.isInteger(seq) ? {} : { seq, hash }
}

const formatVerified = ({ entries: count, erased }: { entries: number; erased: number }): string =>
  erased > 0 ? messages.eventsVerifiedSomeErased({ count, erased }) : messages.eventsVerified({ count })

/** Verifies the audit trail, and compares the memo, metrics, documents and decision with it. */
export const VerifyCard = () => {
  const { client } = useServices().session
  const dealId = useDealId()
  const [kept, setKept] = useState({ seq: '', hash: '' })
  const verify = useMutation({
    mutationFn: async () => ({
      ...(await client.call(verifyAuditTrail, { params: { deal_id: dealId }, query: keptHead(kept) })),
      at: new Date(),
    }),
  })
  const { data } = verify
  return (
    <section className={`card ${styles.verify}`} aria-label={messages.verify()} data-valid={data?.valid}>
      <Icon name={data?.valid === false ? 'alert' : 'shield'} />
      <div role="status">
        <h2>{data === undefined ? messages.verifyTitle() : data.valid ? messages.valid() : messages.invalid()}</h2>
        {data === undefined ? (
          <p>{messages.verifyHint()}</p>
        ) : (
          <p>
            {data.valid ? formatVerified(data) : messages.invalidHint()}
            <span className="block">{messages.checkedAt({ time: clockTime(data.at) })}</span>
            {data.head_hash !== null && (
              <span className={`${recordPageStyles.mono} block break-all`}>{data.head_hash}</span>
            )}
          </p>
        )}
        {data !== undefined && data.problems.length > 0 && (
          <ul className="list-disc pl-5">
            {data.problems.map(({ code, seq, message }) => (
              <li key={`${code} ${seq}`}>
                {seq === undefined ? message : messages.problemOfEvent({ seq, problem: message })}
              </li>
            ))}
          </ul>
        )}
        <details>
          <summary>{messages.compareWithSaved()}</summary>
          <p>{messages.compareHint()}</p>
          <Field
            label={messages.eventNumber()}
            inputMode="numeric"
            value={kept.seq}
            onChange={(event) => setKept({ ...kept, seq: event.target.value })}
          />
          <Field
            label={messages.hash()}
            value={kept.hash}
            onChange={(event) => setKept({ ...kept, hash: event.target.value })}
          />
        </details>
        {verify.isError && <Note tone="red">{sentenceFor(verify.error)}</Note>}
      </div>
      <Button busy={verify.isPending} onClick={() => verify.mutate()}>
        {messages.verify()}
      </Button>
    </section>
  )
}
