import { verifyAuditTrail } from '@deal-canvas/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '../../session/sentence-for.ts'
import { useServices } from '../../session/services.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { clockTime } from '../../ui/format-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { useDealId } from '../canvas/canvas-query.ts'
import { keptHead } from './kept-head.ts'

/** Verifies the audit trail: whether anything was changed after it was written, also in memo, numbers and decision. */
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
    <section className="card verify" aria-label="Verify" data-valid={data?.valid}>
      <Icon name={data?.valid === false ? 'alert' : 'shield'} />
      <div role="status">
        <h2>
          {data === undefined
            ? 'Verify the audit trail'
            : data.valid
              ? 'No changes found'
              : 'The audit trail does not match'}
        </h2>
        {data === undefined ? (
          <p>
            Every event is signed and holds the hash of the one before it. Memo, numbers, documents and the decision are
            compared with it.
          </p>
        ) : (
          <p>
            {data.valid
              ? `${data.entries.toLocaleString('en-US')} events verified${data.erased > 0 ? `, the data of ${data.erased} was erased` : ''}.`
              : 'Export the audit trail and tell your administrator.'}
            <span className="block">{`Checked at ${clockTime(data.at)}`}</span>
            {data.head_hash !== null && <span className="mono block break-all">{data.head_hash}</span>}
          </p>
        )}
        {data !== undefined && data.problems.length > 0 && (
          <ul className="list-disc pl-5">
            {data.problems.map(({ code, seq, message }) => (
              <li key={`${code} ${seq}`}>{seq === undefined ? message : `Event ${seq}: ${message}`}</li>
            ))}
          </ul>
        )}
        <details>
          <summary>Compare with a number and hash that you kept</summary>
          <p>They are in the mail about the decision, at the end of each export, and in the log of the operator.</p>
          <Field
            label="Event number"
            inputMode="numeric"
            value={kept.seq}
            onChange={(event) => setKept({ ...kept, seq: event.target.value })}
          />
          <Field label="Hash" value={kept.hash} onChange={(event) => setKept({ ...kept, hash: event.target.value })} />
        </details>
        {verify.isError && <Note tone="red">{sentenceFor(verify.error)}</Note>}
      </div>
      <Button busy={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </Button>
    </section>
  )
}
